# SPDX-License-Identifier: GPL-3.0-or-later
"""What make.py is made of: writers for the file formats, tools for meshes and pictures, one module a model."""
