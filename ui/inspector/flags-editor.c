/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/flags-editor.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/row-layout.h"
#include "ui/inspector/value-entry.h"
#include "ui/widgets.h"

struct _MwFlagsEditor {
  MwFieldEditor parent_instance;
  GtkWidget *box, *entry;
  GtkWidget *fold;   /* label of the button whose popover has the checks, or NULL */
  GtkWidget *others; /* names the set bits that have no check; NULL if the number is beside a single check */
  GPtrArray *checks; /* GtkCheckButton, one for each name */
  const MwNames *names;
};

G_DEFINE_FINAL_TYPE (MwFlagsEditor, mw_flags_editor, MW_TYPE_FIELD_EDITOR)

/* A switch is shown as one bit, which is labelled with the name of its field. */
static const MwNames switch_names = { (const MwName[]) { { .value = 1 } }, 1, TRUE };

static gboolean
is_switch (MwFlagsEditor *self)
{
  return self->names == &switch_names;
}

static void
toggled (GtkCheckButton *check, MwFlagsEditor *self)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  guint index;
  if (mw_field_editor_is_refreshing (editor) || !mw_field_editor_get_record (editor)
      || !g_ptr_array_find (self->checks, check, &index))
    return;
  const MwName *name = &self->names->names[index];
  MwTarget target = mw_field_editor_get_target (editor);
  if (!is_switch (self)) {
    target.bit = name->value;
    target.whole = FALSE;
  }
  mw_field_editor_commit (editor, &target, gtk_check_button_get_active (check) != (name->opposite != NULL) ? "1" : "0");
}

/* The bits that are set in some of the records but not in all. */
static guint32
differing_bits (MwFieldEditor *editor)
{
  guint n;
  guint32 first = mw_field_editor_get_word (editor, 0), differing = 0;
  mw_field_editor_get_ids (editor, &n);
  for (guint i = 1; i < n; i++)
    differing |= first ^ mw_field_editor_get_word (editor, i);
  return differing;
}

static guint32
unnamed_bits (MwFlagsEditor *self, guint32 word)
{
  for (guint i = 0; i < self->names->n; i++)
    word &= ~self->names->names[i].value;
  return word;
}

/* Text for the flag bit that marks the kind of a node; NULL if it is not set. Removes it from *bits: it cannot be edited, because
 * readers tell the kind by the chunk. Free with g_free(). */
static char *
describe_kind (MwFieldEditor *editor, guint32 *bits)
{
  const MwRecord *record = mw_field_editor_get_record (editor);
  MwFamily family = mw_document_get_format (mw_field_editor_get_document (editor)).family;
  const MwField *field = mw_field_editor_get_field (editor);
  guint32 kind = record && field->kind_bit ? field->kind_bit (record->schema, family) : 0;
  if (!(*bits & kind))
    return NULL;
  *bits &= ~kind;
  /* Translators: "Marked as: Bone (0x100)" */
  return g_strdup_printf (_ ("Marked as: %s (0x%X)"), mw_ui_label (record->schema->label), kind);
}

/* Shows the names of the set bits on the button: "Alias, One shot". */
static void
show_fold (MwFlagsEditor *self, guint32 word, guint32 differing)
{
  if (!self->fold)
    return;
  g_autoptr (GString) words = g_string_new (NULL);
  for (guint i = 0; i < self->names->n; i++) {
    const MwName *name = &self->names->names[i];
    gboolean set = name->value && (word & name->value) == name->value;
    if (set != (name->opposite != NULL))
      g_string_append_printf (words, "%s%s", words->len ? ", " : "",
                              mw_ui_label (name->opposite ? name->opposite : name->label));
  }
  gtk_label_set_text (GTK_LABEL (self->fold), differing    ? mw_field_editor_several ()
                                              : words->len ? words->str
                                                           : _ ("None"));
}

static void
refresh (MwFieldEditor *editor)
{
  MwFlagsEditor *self = MW_FLAGS_EDITOR (editor);
  guint32 word = mw_field_editor_get_word (editor, 0), differing = differing_bits (editor);
  for (guint i = 0; i < self->checks->len; i++) {
    const MwName *name = &self->names->names[i];
    GtkCheckButton *check = g_ptr_array_index (self->checks, i);
    gboolean set = name->value && (word & name->value) == name->value;
    gboolean odd = is_switch (self) ? differing || word > 1
                                    : (differing & name->value) || (!set && (word & name->value));
    gtk_check_button_set_inconsistent (check, odd);
    gtk_check_button_set_active (check, set != (name->opposite != NULL));
    g_autofree char *number = g_strdup_printf ("%u", word);
    if (is_switch (self))
      gtk_check_button_set_label (check, differing ? mw_field_editor_several () : word > 1 ? number : NULL);
  }
  show_fold (self, word, differing);
  if (self->others) {
    guint32 unnamed = unnamed_bits (self, word | differing);
    g_autofree char *kind = describe_kind (editor, &unnamed);
    g_autofree char *others = unnamed ? g_strdup_printf (_ ("Other bits: 0x%X"), unnamed) : NULL;
    g_autofree char *both = kind && others ? g_strdup_printf ("%s\n%s", kind, others) : NULL;
    gtk_label_set_text (GTK_LABEL (self->others), both ? both : kind ? kind : others ? others : "");
    gtk_widget_set_visible (self->others, kind || others);
  }
  if (!self->entry)
    return;
  g_autofree char *text = g_strdup_printf ("0x%X", word);
  if (differing)
    mw_value_entry_set_several (MW_VALUE_ENTRY (self->entry), mw_field_editor_several ());
  else
    mw_value_entry_set_text (MW_VALUE_ENTRY (self->entry), text);
}

static GtkWidget *
make_check (MwFlagsEditor *self, const MwField *field, const MwName *name)
{
  GtkWidget *check = gtk_check_button_new ();
  if (!is_switch (self)) {
    g_autofree char *stored = g_strdup_printf ("%s.%s (0x%X)", field->name, name->name, name->value);
    g_autofree char *inverse = name->opposite ? g_strdup_printf (_ ("The file stores the opposite: %s, %s"),
                                                                 mw_ui_label (name->label), stored)
                                              : NULL;
    gtk_check_button_set_label (GTK_CHECK_BUTTON (check), mw_ui_label (name->opposite ? name->opposite : name->label));
    mw_widget_set_tooltip (check, inverse ? inverse : stored);
  } else {
    gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, mw_ui_label (field->label),
                                    -1);
  }
  gtk_widget_set_sensitive (check, !field->read_only);
  gtk_widget_set_hexpand (check, TRUE);
  g_signal_connect (check, "toggled", G_CALLBACK (toggled), self);
  g_ptr_array_add (self->checks, check);
  return check;
}

/* Makes a long name wrap instead of widening the panel. */
static void
wrap (GtkWidget *check)
{
  enum { GAP = 4 }; /* pixels, as in the theme */
  gtk_widget_set_layout_manager (check, mw_row_layout_new (GAP));
  GtkWidget *label = gtk_widget_get_last_child (check);
  if (!GTK_IS_LABEL (label))
    return;
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
}

static void
build (MwFieldEditor *editor)
{
  MwFlagsEditor *self = MW_FLAGS_EDITOR (editor);
  const MwField *field = mw_field_editor_get_field (editor);
  self->names = field->role == MW_ROLE_SWITCH ? &switch_names : mw_field_editor_get_names (editor);
  /* A single bit and the number share a line. */
  gboolean line = self->names->n == 1;
  GtkWidget *box = self->box = gtk_box_new (line ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, line ? 6 : 0);
  for (guint i = 0; i < self->names->n; i++)
    gtk_box_append (GTK_BOX (box), make_check (self, field, &self->names->names[i]));
  for (GtkWidget *check = gtk_widget_get_first_child (box); check; check = gtk_widget_get_next_sibling (check))
    wrap (check);
  gtk_box_append (GTK_BOX (self), box);
  if (is_switch (self))
    return;
  if (!line) {
    self->others = gtk_label_new (NULL);
    gtk_label_set_xalign (GTK_LABEL (self->others), 0);
    gtk_label_set_wrap (GTK_LABEL (self->others), TRUE);
    gtk_widget_add_css_class (self->others, "dim-label");
    mw_widget_set_tooltip (self->others, _ ("Set in the file; their meaning is unknown. They are kept."));
    gtk_box_append (GTK_BOX (box), self->others);
  }
  self->entry = mw_value_entry_new (NULL, line ? NULL : _ ("all bits"));
  if (line)
    gtk_widget_set_size_request (self->entry, 56, -1);
  mw_value_entry_set_label (MW_VALUE_ENTRY (self->entry), mw_ui_label (field->label));
  gtk_widget_set_sensitive (self->entry, !field->read_only);
  mw_field_editor_take_entry (editor, MW_VALUE_ENTRY (self->entry));
  gtk_box_append (GTK_BOX (box), self->entry);
}

void
mw_flags_editor_fold (MwFlagsEditor *self)
{
  if (self->fold || self->names->n < 3)
    return;
  const MwField *field = mw_field_editor_get_field (MW_FIELD_EDITOR (self));
  GtkWidget *button = gtk_menu_button_new (), *popover = gtk_popover_new ();
  self->fold = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->fold), 0);
  mw_label_ellipsize (self->fold, PANGO_ELLIPSIZE_END);
  mw_menu_button_set_content (GTK_MENU_BUTTON (button), self->fold);
  gtk_widget_add_css_class (button, "flat");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, mw_ui_label (field->label),
                                  -1);
  g_object_ref (self->box);
  gtk_box_remove (GTK_BOX (self), self->box);
  gtk_popover_set_child (GTK_POPOVER (popover), self->box);
  g_object_unref (self->box);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_box_prepend (GTK_BOX (self), button);
}

static void
finalize (GObject *object)
{
  g_ptr_array_unref (MW_FLAGS_EDITOR (object)->checks);
  G_OBJECT_CLASS (mw_flags_editor_parent_class)->finalize (object);
}

static void
mw_flags_editor_class_init (MwFlagsEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = finalize;
  MW_FIELD_EDITOR_CLASS (klass)->build = build;
  MW_FIELD_EDITOR_CLASS (klass)->refresh = refresh;
}

static void
mw_flags_editor_init (MwFlagsEditor *self)
{
  self->checks = g_ptr_array_new ();
}
