/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <epoxy/gl.h>
#include <glib.h>

/* All OpenGL functions that the renderer calls, as a table. The program calls GL only through it; a test counts uploads by
 * replacing entries. Each line has: result, name without "gl", parameters, arguments. All functions exist in both
 * OpenGL 3.3 core and OpenGL ES 3.0. */
#define MW_GL_CALLS(CALL)                                                                                              \
  CALL (void, ActiveTexture, (GLenum unit), (unit))                                                                    \
  CALL (void, AttachShader, (GLuint program, GLuint shader), (program, shader))                                        \
  CALL (void, BindAttribLocation, (GLuint program, GLuint index, const GLchar *name), (program, index, name))          \
  CALL (void, BindBuffer, (GLenum target, GLuint buffer), (target, buffer))                                            \
  CALL (void, BindFramebuffer, (GLenum target, GLuint framebuffer), (target, framebuffer))                             \
  CALL (void, BindRenderbuffer, (GLenum target, GLuint name), (target, name))                                          \
  CALL (void, BindTexture, (GLenum target, GLuint texture), (target, texture))                                         \
  CALL (void, BindVertexArray, (GLuint array), (array))                                                                \
  CALL (void, BlendFunc, (GLenum source, GLenum destination), (source, destination))                                   \
  CALL (void, BlitFramebuffer,                                                                                         \
        (GLint x0, GLint y0, GLint x1, GLint y1, GLint to_x0, GLint to_y0, GLint to_x1, GLint to_y1, GLbitfield mask,  \
         GLenum filter),                                                                                               \
        (x0, y0, x1, y1, to_x0, to_y0, to_x1, to_y1, mask, filter))                                                    \
  CALL (void, BufferData, (GLenum target, GLsizeiptr size, const void *data, GLenum usage),                            \
        (target, size, data, usage))                                                                                   \
  CALL (void, BufferSubData, (GLenum target, GLintptr offset, GLsizeiptr size, const void *data),                      \
        (target, offset, size, data))                                                                                  \
  CALL (void, Clear, (GLbitfield mask), (mask))                                                                        \
  CALL (void, ClearColor, (GLfloat r, GLfloat g, GLfloat b, GLfloat a), (r, g, b, a))                                  \
  CALL (GLenum, ClientWaitSync, (GLsync sync, GLbitfield flags, GLuint64 ns), (sync, flags, ns))                       \
  CALL (void, ColorMask, (GLboolean r, GLboolean g, GLboolean b, GLboolean a), (r, g, b, a))                           \
  CALL (void, CompileShader, (GLuint shader), (shader))                                                                \
  CALL (GLuint, CreateProgram, (void), ())                                                                             \
  CALL (GLuint, CreateShader, (GLenum type), (type))                                                                   \
  CALL (void, DeleteBuffers, (GLsizei n, const GLuint *names), (n, names))                                             \
  CALL (void, DeleteFramebuffers, (GLsizei n, const GLuint *names), (n, names))                                        \
  CALL (void, DeleteProgram, (GLuint program), (program))                                                              \
  CALL (void, DeleteRenderbuffers, (GLsizei n, const GLuint *names), (n, names))                                       \
  CALL (void, DeleteShader, (GLuint shader), (shader))                                                                 \
  CALL (void, DeleteSync, (GLsync sync), (sync))                                                                       \
  CALL (void, DeleteTextures, (GLsizei n, const GLuint *names), (n, names))                                            \
  CALL (void, DeleteVertexArrays, (GLsizei n, const GLuint *names), (n, names))                                        \
  CALL (void, DepthFunc, (GLenum func), (func))                                                                        \
  CALL (void, DepthMask, (GLboolean on), (on))                                                                         \
  CALL (void, Disable, (GLenum capability), (capability))                                                              \
  CALL (void, DisableVertexAttribArray, (GLuint index), (index))                                                       \
  CALL (void, DrawArrays, (GLenum mode, GLint first, GLsizei n), (mode, first, n))                                     \
  CALL (void, DrawArraysInstanced, (GLenum mode, GLint first, GLsizei n, GLsizei instances),                           \
        (mode, first, n, instances))                                                                                   \
  CALL (void, DrawElements, (GLenum mode, GLsizei n, GLenum type, const void *offset), (mode, n, type, offset))        \
  CALL (void, Enable, (GLenum capability), (capability))                                                               \
  CALL (void, EnableVertexAttribArray, (GLuint index), (index))                                                        \
  CALL (GLsync, FenceSync, (GLenum condition, GLbitfield flags), (condition, flags))                                   \
  CALL (void, Flush, (void), ())                                                                                       \
  CALL (void, FramebufferRenderbuffer, (GLenum target, GLenum kind, GLenum buffer, GLuint name),                       \
        (target, kind, buffer, name))                                                                                  \
  CALL (void, FramebufferTexture2D, (GLenum target, GLenum kind, GLenum face, GLuint texture, GLint level),            \
        (target, kind, face, texture, level))                                                                          \
  CALL (void, FrontFace, (GLenum mode), (mode))                                                                        \
  CALL (void, GenBuffers, (GLsizei n, GLuint * names), (n, names))                                                     \
  CALL (void, GenFramebuffers, (GLsizei n, GLuint * names), (n, names))                                                \
  CALL (void, GenRenderbuffers, (GLsizei n, GLuint * names), (n, names))                                               \
  CALL (void, GenTextures, (GLsizei n, GLuint * names), (n, names))                                                    \
  CALL (void, GenVertexArrays, (GLsizei n, GLuint * names), (n, names))                                                \
  CALL (void, GenerateMipmap, (GLenum target), (target))                                                               \
  CALL (GLenum, GetError, (void), ())                                                                                  \
  CALL (void, GetFloatv, (GLenum name, GLfloat * value), (name, value))                                                \
  CALL (void, GetFramebufferAttachmentParameteriv, (GLenum target, GLenum kind, GLenum name, GLint * value),           \
        (target, kind, name, value))                                                                                   \
  CALL (void, GetIntegerv, (GLenum name, GLint * value), (name, value))                                                \
  CALL (void, GetProgramInfoLog, (GLuint program, GLsizei size, GLsizei * length, GLchar * log),                       \
        (program, size, length, log))                                                                                  \
  CALL (void, GetProgramiv, (GLuint program, GLenum name, GLint * value), (program, name, value))                      \
  CALL (void, GetShaderInfoLog, (GLuint shader, GLsizei size, GLsizei * length, GLchar * log),                         \
        (shader, size, length, log))                                                                                   \
  CALL (void, GetShaderiv, (GLuint shader, GLenum name, GLint * value), (shader, name, value))                         \
  CALL (const GLubyte *, GetString, (GLenum name), (name))                                                             \
  CALL (const GLubyte *, GetStringi, (GLenum name, GLuint index), (name, index))                                       \
  CALL (GLint, GetUniformLocation, (GLuint program, const GLchar *name), (program, name))                              \
  CALL (void, LinkProgram, (GLuint program), (program))                                                                \
  CALL (void, PixelStorei, (GLenum name, GLint value), (name, value))                                                  \
  CALL (void, ReadPixels, (GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels), \
        (x, y, width, height, format, type, pixels))                                                                   \
  CALL (void, RenderbufferStorage, (GLenum target, GLenum format, GLsizei width, GLsizei height),                      \
        (target, format, width, height))                                                                               \
  CALL (void, RenderbufferStorageMultisample,                                                                          \
        (GLenum target, GLsizei samples, GLenum format, GLsizei width, GLsizei height),                                \
        (target, samples, format, width, height))                                                                      \
  CALL (void, Scissor, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height))                       \
  CALL (void, ShaderSource, (GLuint shader, GLsizei n, const GLchar *const *parts, const GLint *lengths),              \
        (shader, n, parts, lengths))                                                                                   \
  CALL (void, StencilFunc, (GLenum func, GLint ref, GLuint mask), (func, ref, mask))                                   \
  CALL (void, StencilMask, (GLuint mask), (mask))                                                                      \
  CALL (void, StencilOp, (GLenum fail, GLenum depth_fail, GLenum pass), (fail, depth_fail, pass))                      \
  CALL (void, TexImage2D,                                                                                              \
        (GLenum target, GLint level, GLint inner, GLsizei width, GLsizei height, GLint border, GLenum format,          \
         GLenum type, const void *pixels),                                                                             \
        (target, level, inner, width, height, border, format, type, pixels))                                           \
  CALL (void, TexParameterf, (GLenum target, GLenum name, GLfloat value), (target, name, value))                       \
  CALL (void, TexParameteri, (GLenum target, GLenum name, GLint value), (target, name, value))                         \
  CALL (void, TexSubImage2D,                                                                                           \
        (GLenum target, GLint level, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,      \
         const void *pixels),                                                                                          \
        (target, level, x, y, width, height, format, type, pixels))                                                    \
  CALL (void, Uniform1f, (GLint location, GLfloat x), (location, x))                                                   \
  CALL (void, Uniform1i, (GLint location, GLint x), (location, x))                                                     \
  CALL (void, Uniform3fv, (GLint location, GLsizei n, const GLfloat *value), (location, n, value))                     \
  CALL (void, Uniform4fv, (GLint location, GLsizei n, const GLfloat *value), (location, n, value))                     \
  CALL (void, UniformMatrix4fv, (GLint location, GLsizei n, GLboolean transpose, const GLfloat *value),                \
        (location, n, transpose, value))                                                                               \
  CALL (void, UseProgram, (GLuint program), (program))                                                                 \
  CALL (void, VertexAttribDivisor, (GLuint index, GLuint divisor), (index, divisor))                                   \
  CALL (void, VertexAttribIPointer, (GLuint index, GLint size, GLenum type, GLsizei stride, const void *offset),       \
        (index, size, type, stride, offset))                                                                           \
  CALL (void, VertexAttribPointer,                                                                                     \
        (GLuint index, GLint size, GLenum type, GLboolean normalised, GLsizei stride, const void *offset),             \
        (index, size, type, normalised, stride, offset))                                                               \
  CALL (void, Viewport, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height))

typedef struct {
#define MW_GL_MEMBER(result, name, parameters, arguments) result (*name) parameters;
  MW_GL_CALLS (MW_GL_MEMBER)
#undef MW_GL_MEMBER
} MwGl;

/* Fills the table with the real functions. No context is needed yet, because each function is looked up at its first
 * call. */
void mw_gl_init_epoxy (MwGl *gl);

/* Whether GL is rendered in software, judging by what the driver says about itself. The context must be current. */
gboolean mw_gl_is_software (const MwGl *gl);

/* The frame buffer that is bound for drawing, for example by GtkGLArea. */
guint mw_gl_bound_framebuffer (const MwGl *gl);
