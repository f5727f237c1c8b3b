/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/array.h"

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

/* One description per record (architecture.md, idea 1).
 *
 * A record type is a C struct that begins with MwRecord, and one MwSchema: its *fields* (what a user can see and edit) and
 * its *wire rows* (how a binary format spells them, in file order). Reading, writing, paths, get/set, copy, equality, undo,
 * the byte map and the inspector are walks over these tables. Rows name their field by its path name; the names are
 * resolved once, and a name that does not resolve ends the program at start, so a wrong table never gets past a test. */

typedef struct _MwSchema MwSchema;
typedef struct _MwRecord MwRecord;
typedef struct _MwModel MwModel;
typedef struct _MwNotes MwNotes;

/* --- Values in memory ----------------------------------------------------------------------------------------------- */

typedef enum {
  MW_TYPE_U8,
  MW_TYPE_I8,
  MW_TYPE_U16,
  MW_TYPE_I16,
  MW_TYPE_U32,
  MW_TYPE_I32,
  MW_TYPE_F32,
  MW_TYPE_REF,  /* MwRef */
  MW_TYPE_TEXT, /* char *: bytes without NUL inside; NULL is the empty text; `count` is the capacity in bytes with NUL */
  MW_TYPE_ARRAY, /* MwArray; an element is `count` components of type `element` */
  MW_TYPE_LIST,  /* MwList of records of `schema` (or of one of its kinds) */
  MW_TYPE_CHILD  /* MwRecord *: one optional record of `schema` */
} MwType;

/* An identity: unique in its model, never reused, 0 is nobody. */
typedef uint32_t MwId;

/* A reference to a record. id = 0: `raw` is the stored number that points nowhere (0xFFFFFFFF is "none").
 * With an id, raw is 0. */
typedef struct {
  MwId id;
  uint32_t raw;
} MwRef;
#define MW_REF_NONE ((MwRef) { 0, 0xFFFFFFFFu })

static inline gboolean
mw_ref_is_none (MwRef ref)
{
  return !ref.id && ref.raw == 0xFFFFFFFFu;
}

typedef struct {
  MwRecord **items;
  uint32_t n;
  uint32_t capacity : 31;
  uint32_t stale : 1; /* the records' kind_place has to be counted anew */
} MwList;

/* Heads every record. Owned by its model through the list or child slot that it stands in. */
struct _MwRecord {
  MwId id;
  uint32_t place; /* where it stood in its list when last looked up: a hint, checked before use */
  const MwSchema *schema;
  MwRecord *owner;     /* the record whose list or child slot holds this one; NULL: the model itself, or detached */
  MwNotes *notes;      /* origin (architecture.md, idea 3); NULL for nearly all */
  uint16_t slot;       /* which field of the owner, as index for mw_schema_field_at() */
  uint16_t in_batch;   /* from 1 on: which of the records made together (mw_list_append_new); 0: made alone */
  uint32_t kind_place; /* its place among those of its kind; counted when asked for (see mw_record_kind_index) */
  uint8_t variant;     /* which of the layouts that the version does not decide; 0 when there is one */
};

/* --- What a field is ------------------------------------------------------------------------------------------------ */

typedef enum {
  MW_UNIT_NONE,
  MW_UNIT_MS, /* milliseconds */
  MW_UNIT_SECONDS,
  MW_UNIT_LENGTH,  /* game units */
  MW_UNIT_RADIANS, /* shown in degrees */
  MW_UNIT_DEGREES,
  MW_UNIT_PER_SECOND,
  MW_UNIT_SPEED,        /* game units per second */
  MW_UNIT_ACCELERATION, /* game units per second squared */
  MW_UNIT_FACTOR,
  MW_UNIT_MATRIX /* four rows of three numbers; the last row is a place, in game units */
} MwUnit;

typedef enum {
  MW_ROLE_NONE,
  MW_ROLE_NAME,
  MW_ROLE_FILE, /* path of a texture or model */
  MW_ROLE_POSITION,
  MW_ROLE_ROTATION,
  MW_ROLE_SCALE,
  MW_ROLE_LENGTH,
  MW_ROLE_TIME,
  MW_ROLE_COLOUR, /* RGB in memory */
  MW_ROLE_ALPHA,
  MW_ROLE_VISIBILITY,
  MW_ROLE_NORMAL,
  MW_ROLE_UV,
  MW_ROLE_PARENT,
  MW_ROLE_FLAGS,
  MW_ROLE_BOUNDS,
  MW_ROLE_SWITCH, /* 0 is off, 1 is on; other numbers are kept as they are */
  MW_ROLE_UNKNOWN /* bytes whose meaning nobody knows */
} MwRole;

/* Which keys of an animation a record holds. This is the one answer to "is this a track?", whatever its values are. */
typedef enum {
  MW_KEYS_NONE,
  MW_KEYS_TRACK, /* MwTrack: times on the model's one time line, values, and tangents where the interpolation has them */
  MW_KEYS_EVENTS,   /* MwEventTrack: times on that time line, without values */
  MW_KEYS_M2_TRACK, /* MwM2Track: keys of its own before MW_M2_LANES_SINCE, lanes from then on */
  MW_KEYS_LANE,     /* MwM2Lane: the keys of an M2 track for one sequence, or for all */
  MW_KEYS_CURVE     /* MwM2Curve: over the life of a particle, so its times are fractions */
} MwKeys;

/* What becomes of a record when the one it refers to is removed. */
typedef enum {
  MW_ON_REMOVE_NONE,    /* the reference becomes none */
  MW_ON_REMOVE_PARENT,  /* it moves up to what the removed one referred to through the same field */
  MW_ON_REMOVE_CASCADE, /* this record is removed too */
  MW_ON_REMOVE_REFUSE   /* the removal is refused */
} MwOnRemove;

/* What a change of the field makes stale. */
typedef enum {
  MW_TOUCH_STRUCTURE = 1 << 0,
  MW_TOUCH_GEOMETRY = 1 << 1,
  MW_TOUCH_POSE = 1 << 2,
  MW_TOUCH_MATERIAL = 1 << 3,
  MW_TOUCH_TEXTURE = 1 << 4,
  MW_TOUCH_TIME = 1 << 5,
  MW_TOUCH_TEXT = 1 << 6
} MwTouch;

/* Names of an enum's values or of a flag word's bits. */
typedef struct {
  uint32_t value;    /* the value, or the mask of one bit (or of a few) */
  const char *name;  /* spelled as in MDL text for enums; snake_case for flags (used in paths) */
  const char *label; /* for people, marked for translation */
  /* Bits: what people call it when the bit is not set, where that is the better word ("Loops"); NULL: none. */
  const char *opposite;
  uint16_t since, until; /* versions that have it, both inclusive; 0 means no limit */
} MwName;

/* For tables too long to be looked through; made by catalogue.c. The values are MwName; by_word, which is for words in
 * lower case, holds NULL where several names differ in case only. */
typedef struct {
  GHashTable *by_value, *by_name, *by_word;
} MwNamesIndex;

typedef struct {
  const MwName *names;
  guint n;
  gboolean flags;
  const MwNamesIndex *index; /* NULL for nearly all; may know more names than are listed */
} MwNames;
#define MW_NAMES(identifier, is_flags, ...)                                                                            \
  static const MwName identifier##_list[] = { __VA_ARGS__ };                                                           \
  const MwNames identifier = { identifier##_list, G_N_ELEMENTS (identifier##_list), is_flags }

/* Names that data/catalogues gives to numbers of the clients (see catalogue.h). */
typedef enum {
  MW_CATALOGUE_NONE,
  MW_CATALOGUE_ANIMATION,
  MW_CATALOGUE_ATTACHMENT,       /* of M2 */
  MW_CATALOGUE_ATTACHMENT_ALPHA, /* of World of Warcraft's alpha: the same ids, as far as it has them, in other words */
  MW_CATALOGUE_BLEND_MODE,       /* of M2 materials and particles */
  MW_CATALOGUE_BONE_NAME,        /* by the CRC-32 of the name; key bones too */
  MW_CATALOGUE_CLIENT,
  MW_CATALOGUE_COMBINER,
  MW_CATALOGUE_EVENT,        /* of M2: four characters, the first in the lowest byte */
  MW_CATALOGUE_EVENT_OBJECT, /* of Warcraft III: the first three letters of the name and a blank */
  MW_CATALOGUE_GEOSET_GROUP,
  MW_CATALOGUE_KEY_BONE,
  MW_CATALOGUE_PLAYABLE_MODE,
  MW_CATALOGUE_SHADER,
  MW_CATALOGUE_STOCK_FOLDER,     /* folders that ship with Warcraft III; the values are running numbers */
  MW_CATALOGUE_STOCK_FOLDER_WOW, /* and with World of Warcraft */
  MW_CATALOGUE_TEXTURE_TYPE,
  MW_N_CATALOGUES
} MwCatalogue;

typedef enum {
  MW_FAMILY_MDX = 1 << 0,     /* Warcraft III */
  MW_FAMILY_MDX_WOW = 1 << 1, /* World of Warcraft alpha */
  MW_FAMILY_M2 = 1 << 2
} MwFamily;

/* What a family calls values otherwise than the others do: `names`, or names of a catalogue; or in which unit they are there. */
typedef struct {
  MwFamily family;
  const MwNames *names;
  MwCatalogue catalogue;
  const MwNames *(*made) (
    void);     /* names that are made when first asked for; `catalogue` is then what messages call them */
  MwUnit unit; /* MW_UNIT_NONE: the same */
} MwFamilyNames;

/* How the elements of a bulk array name records. */
typedef enum {
  MW_BULK_REFERENCES, /* an MwRef each */
  MW_BULK_PLACES,     /* the place in the list, as a number */
  MW_BULK_OBJECT_IDS  /* the number under which files name a node */
} MwBulkForm;

/* An array whose elements name records of one list, several each: which bones move a vertex. An edit that moves or removes
 * these records rewrites the array (core/edit/bulk-names.h). */
typedef struct {
  MwBulkForm form;
  const char *list; /* of the model */
  uint8_t n;        /* names in an element; they share its bytes evenly */
  const char
    *weights; /* the array beside it that says in as many parts how much each name counts; 0: it means nothing */
  gboolean weights_reversed; /* the last part is for the first name */
} MwBulkNames;

typedef struct _MwField {
  const char *name; /* path name: snake_case, dots for parts ("bounds.min", "alpha.track", "keys.value") */
  MwType type;
  MwType element; /* ARRAY: type of a component */
  uint16_t offset;
  uint16_t count;     /* components of the value or element (a vec3 has 3); TEXT: capacity in bytes */
  gboolean parallel;  /* ARRAY: one of several of equal length under one word: "keys.value" is spelled keys[5].value */
  gboolean read_only; /* shown, never set by itself (the version; lengths follow from elsewhere) */
  gboolean hidden;    /* not offered by the window; paths and scripts reach it all the same */
  const MwSchema *schema; /* LIST, CHILD */
  /* REF and arrays of REF: path name of the list that it points into: one of the root, or of a record that this one stands
   * in (a batch names a submesh of its own profile). */
  const char *refers;
  const char *or_refers; /* REF, of parameters: the list meant where the model's family has none of the other name */
  MwOnRemove on_remove;
  const MwBulkNames *bulk; /* ARRAY whose elements name several records each; NULL for all others */
  /* What a value is measured in. Of a track or curve it holds for the values and tangents of the keys. Whatever is a length,
   * or a speed or acceleration, says so here: a conversion with a scale changes exactly these (mw_unit_is_length()), and
   * tests/core/convert/test-scale.c holds that no float is forgotten. */
  MwUnit unit;
  gboolean (*unit_holds) (const MwRecord *record); /* whether the unit holds in this record; NULL: always */
  MwRole role;
  unsigned touches; /* MwTouch */
  double def;       /* default of every component */
  double min, max;  /* both 0: no limits beyond the type's */
  const MwNames *names;
  MwCatalogue catalogue; /* numbers without `names`: where they may have a name; one that is not listed is legal */
  const MwFamilyNames *family_names; /* where a family has other names or another catalogue; NULL for nearly all */
  /* `count` labels, marked for translation, where the components are no axes or channels. */
  const char *const *components;
  /* Equality of this field where the rule is another than bit by bit; NULL for nearly all. */
  gboolean (*equal) (const MwModel *model_a, const MwRecord *a, const MwModel *model_b, const MwRecord *b);
  /* Whether the field means anything in this record, where no row says so (tangents); NULL: always. */
  gboolean (*live) (const MwRecord *record);
  const char *label;   /* for people, marked for translation */
  const char *aliases; /* other words people know it by, blank-separated, for search */
  const char *doc;     /* one or two sentences, with the format's own name */
} MwField;

/* --- How a binary format spells it ---------------------------------------------------------------------------------- */

typedef enum {
  MW_WIRE_PLAIN,          /* the bytes of the value as in memory (hosts are little-endian) */
  MW_WIRE_BGR,            /* three floats, blue first; RGB in memory */
  MW_WIRE_CHARS,          /* TEXT in a buffer of `count` bytes, NUL-padded */
  MW_WIRE_REF32,          /* REF as u32 or i32 index */
  MW_WIRE_REF16,          /* REF as i16 index (-1 is none) */
  MW_WIRE_REFU16,         /* REF as u16 index, not sign-extended */
  MW_WIRE_BASE,           /* here stand the rows of the base schema */
  MW_WIRE_SIZE,           /* u32 size that counts itself; opens a scope */
  MW_WIRE_SIZE24,         /* the same in the low 24 bits; the high 8 are the u8 field named */
  MW_WIRE_SIZE_END,       /* closes the innermost scope (one left open closes with the record) */
  MW_WIRE_TAG,            /* four literal characters */
  MW_WIRE_PAD,            /* `count` bytes, zero by rule; others are a note */
  MW_WIRE_ARRAY,          /* [tag] u32 count, elements (REF elements: 4 bytes each) */
  MW_WIRE_LIST,           /* [tag] u32 count, records of `element` */
  MW_WIRE_ITEM_COUNT,     /* u32: how many records the ITEMS row of this chunk reads, which then end where they end */
  MW_WIRE_ITEMS,          /* records of `element` up to the end of the chunk */
  MW_WIRE_TRACK,          /* MDX track under `tag`; neighbouring track rows are read in any order */
  MW_WIRE_TRACK_BGR,      /* the same with blue first in values and tangents */
  MW_WIRE_SIMPLE_TRACK,   /* the same without an interpolation: pairs of time and value */
  MW_WIRE_EVENT_TRACK,    /* KEVT: times only, global sequence before them */
  MW_WIRE_TAIL,           /* whatever is left of the scope, into an ARRAY of u8 */
  MW_WIRE_CHUNK,          /* MDX: the rows up to the next of these are the content of chunk `tag` */
  MW_WIRE_HAND,           /* the `hand` function */
  MW_WIRE_ELSEWHERE,      /* nothing here: another chunk has the field (pivots), in the formats that the row names */
  MW_WIRE_CODED,          /* a number or vector in the row's codec */
  MW_WIRE_M2_ARRAY,       /* M2: u32 count, u32 offset; elements elsewhere, in the row's codec */
  MW_WIRE_M2_TEXT,        /* M2: the same for characters with their NUL */
  MW_WIRE_M2_LIST,        /* M2: u32 count, u32 offset; records of `element` elsewhere */
  MW_WIRE_M2_TRACK,       /* M2: track; layout by version (28 or 20 bytes); values in the row's codec */
  MW_WIRE_M2_EVENT_TRACK, /* M2: times only (20 or 12 bytes) */
  MW_WIRE_M2_CURVE        /* M2: fixed16 times and values in the row's codec, both elsewhere; no sequences */
} MwWire;

/* How a value is spelled where its bytes are not those in memory. Each is exact both ways for every code of the file. */
typedef enum {
  MW_CODEC_NONE,    /* the bytes as in memory */
  MW_CODEC_U8,      /* one byte of a wider unsigned number */
  MW_CODEC_QUAT16,  /* per component u16, (2u - 65535) / 65535 as float */
  MW_CODEC_QUAT64,  /* x, y, z in 22, 21 and 21 bits of one i64; w follows from them (mdlx.md 8) */
  MW_CODEC_FIXED16, /* per component i16, n / 32767 as float */
  MW_CODEC_FIXED69, /* per component u16: sign, 6 integer bits, 9 of the fraction, as float (code 0x8000 is -0) */
  MW_CODEC_FIXED25, /* per component u8: sign, 2 integer bits, 5 of the fraction, as float */
  MW_CODEC_BGRA,    /* 4 bytes, blue first; RGBA in memory */
  MW_CODEC_GRAVITY  /* i8 x, i8 y, i16 z; three i16 in memory */
} MwCodec;

/* A row holds only when a scalar field of the record (before this row) says so. */
typedef struct {
  const char *field;  /* NULL: always */
  uint32_t mask;      /* applied to the field's value; 0 means all bits */
  uint32_t equals;    /* (value & mask) must be this ... */
  gboolean otherwise; /* ... or must not be it */
} MwWhen;

typedef struct _MwWireReader MwWireReader;
typedef struct _MwWireWriter MwWireWriter;

/* For the few places where a format is irregular. Each says why beside its definition. */
typedef struct {
  const char *name; /* as shown by `mwright schema` */
  gboolean (*read) (MwWireReader *reader, MwRecord *record, GError **error);
  void (*write) (MwWireWriter *writer, const MwRecord *record);
} MwHand;

typedef struct {
  const char *field; /* path name; NULL for sizes, tags, pads and counts */
  MwWire wire;
  char tag[5];
  uint16_t count;        /* CHARS and PAD: bytes; ITEM_COUNT: the most that there can be, 0: no limit */
  uint8_t codec;         /* MwCodec: CODED, ARRAY, TRACK and the M2 rows; of ELSEWHERE: what the hand writes */
  uint8_t families;      /* MwFamily mask; 0 means the families of the schema */
  uint8_t variants;      /* mask of 1 << variant; 0 means all */
  uint16_t since, until; /* versions, both inclusive; 0 means no limit */
  MwWhen when;
  const MwSchema *element; /* LIST, ITEMS */
  const MwHand *hand;
} MwWireRow;

/* A version of a format, as plans are compiled for it. Text is another spelling of the same format: what is live in a
 * record does not depend on it, and what it cannot state is named by the writer's report. */
typedef struct {
  MwFamily family;
  uint32_t version;
  gboolean text; /* MDL instead of MDX */
} MwFormat;

/* --- How text spells it (mdlx.md 10) ----------------------------------------------------------------- */

typedef enum {
  MW_MDL_HEAD,        /* how a record's block begins: `Word "name" {`, the name being `field` (NULL: has none) */
  MW_MDL_BASE,        /* here stand the rows of the base schema */
  MW_MDL_VALUE,       /* `Word value,`: number, text, reference, or `{ numbers }` */
  MW_MDL_COLOR,       /* the same for three floats, blue first; RGB in memory */
  MW_MDL_ENUM,        /* `Word Name,` */
  MW_MDL_NAME,        /* the name of the value alone is the statement: `Omnidirectional,` */
  MW_MDL_FLAG,        /* `Word,` sets `mask` in the number */
  MW_MDL_BITS,        /* `Word { Name, ... },`: the nested rows are FLAG */
  MW_MDL_DERIVED,     /* no word: `mask` is set exactly when `holds` says so */
  MW_MDL_ANIM,        /* `static Word value,` or, when there is a track, `Word n { keys }` */
  MW_MDL_ANIM_COLOR,  /* the same, blue first */
  MW_MDL_ANIM_RIM,    /* the same, blue first in the static value and red first in keys (FresnelColor) */
  MW_MDL_TRACK,       /* the animated form alone */
  MW_MDL_EVENT_TRACK, /* `Word n { times }` */
  MW_MDL_ARRAY,       /* `Word n { elements }` */
  MW_MDL_BARE_ARRAY,  /* `Word { elements }` */
  MW_MDL_BLOCK,       /* `Word ["field"] { nested rows }` over the same record */
  MW_MDL_LIST,        /* `Word n { records }` */
  MW_MDL_ITEMS, /* the records stand here, each with the head of `element`, or by its first row if that has none */
  MW_MDL_COUNT, /* `Word n,`: how many records of `element` there are; ignored when read */
  MW_MDL_HAND   /* the `hand` functions; `field` and `also` name what they spell */
} MwMdlForm;

typedef struct _MwMdlReader MwMdlReader;
typedef struct _MwMdlWriter MwMdlWriter;
typedef struct {
  const char *name; /* as shown by `mwright schema` */
  /* Behind the word. FALSE when it reported an error. */
  gboolean (*read) (MwMdlReader *reader, MwRecord *record);
  /* The whole statement, or nothing where it has nothing to say. */
  void (*write) (MwMdlWriter *writer, const MwRecord *record);
} MwMdlHand;

typedef struct _MwMdlRow MwMdlRow;
struct _MwMdlRow {
  const char *field; /* path name, or NULL */
  MwMdlForm form;
  const char *word;    /* in canonical case */
  const char *aliases; /* blank-separated words that are read as well */
  const char *track;   /* ANIM: path name of the track */
  const char *also;    /* HAND: blank-separated path names of more fields that it spells */
  const char *none;    /* VALUE of a reference: the word for none; NULL: -1 */
  uint32_t mask;       /* FLAG, DERIVED */
  gboolean omit;       /* not written when it says what a missing statement says */
  gboolean read_only;  /* another spelling of what another row writes */
  uint8_t families;    /* MwFamily mask; 0 means the families of the schema */
  /* Versions, both inclusive; 0 means no limit. A row over a field that lives in other versions only does not hold either. */
  uint16_t since, until;
  MwWhen when;                                /* when it is written; read always */
  gboolean (*holds) (const MwRecord *record); /* DERIVED; else a condition for writing that `when` cannot say */
  const MwSchema *element;                    /* LIST, ITEMS, COUNT */
  const MwMdlRow *rows;                       /* BLOCK, BITS */
  guint n_rows;
  const MwMdlHand *hand;
};

struct _MwSchema {
  const char *name;   /* "layer"; unique among all schemas of a family */
  const char *plural; /* "layers": the path word of a kind that stands in a mixed list, NULL for others */
  const char *label;  /* "Layer", marked for translation */
  const char *doc;
  const MwSchema *base; /* fields come first; the C struct begins with the base's */
  size_t size;          /* of the C struct */
  const MwField *fields;
  guint n_fields;
  const MwWireRow *wire;
  guint n_wire;
  const MwMdlRow *mdl;
  guint n_mdl;
  uint8_t families;
  MwKeys keys; /* which keys its records hold; none for nearly all */
  /* U16 fields by which records without a name are addressed, NULL-terminated: "60/0" or "EmoteTalk/0" of two; NULL: none */
  const char *const *called;
  /* A record without a name that says what another one is for is called by that ("Diffuse: Foot.blp"): the U32 field with names
   * for the purpose, and the reference. NULL: it is not so. */
  const char *purpose, *purpose_of;
  /* The same where no field says the purpose but the record's place (the six layers of an HD material): the name, or NULL where
   * this one has none. Used instead of `purpose`. */
  const MwName *(*purpose_by_place) (const MwRecord *record);
  MwCatalogue
    name_catalogue; /* where the name, or what it begins with, has a meaning (events); MW_CATALOGUE_NONE: nowhere */
  const MwNames *flag_names; /* names for the inherited field of role FLAGS in this kind; NULL: the field's own */
  const MwFamilyNames *family_flag_names; /* where a family has others; NULL: none has */
  const MwSchema *const *kinds; /* an abstract base: NULL-terminated concrete schemas, in file order; else NULL */
  /* Decides the variant of a record about to be read at reader's position; NULL where there is one layout. */
  uint8_t (*probe) (const MwWireReader *reader);
  /* The variant that a record read from text has, by its values; NULL: the first. */
  uint8_t (*text_variant) (const MwRecord *record, MwFormat format);
  /* Root schemas: corrects the numbers (by id) of records that are not numbered by their place; NULL: none such. */
  void (*number) (const MwModel *model, uint32_t *numbers);
  /* Root schemas of several families: which one a model is of; NULL: `families` is one. */
  MwFamily (*family) (const MwRecord *root);
  /* Root schemas: the version of a model, where names depend on it; NULL: they do not. */
  uint32_t (*version) (const MwRecord *root);
  /* Gives a new record what the defaults of the fields cannot say; NULL if nothing. */
  void (*init) (MwRecord *record);
  /* What of that is otherwise in a model of this family; NULL if nothing. */
  void (*settle) (MwRecord *record, MwFamily family);
  /* What notes of its records name besides its fields (derived tables); NULL: nothing. */
  const MwField *(*note_field) (const char *name);
  /* Whether a record in a child slot says no more than none there, so that a file cannot tell them apart; NULL: never. */
  gboolean (*blank) (const MwRecord *record);
};

/* clang-format off */
/* Field initialisers that check the member's C type (a wrong type does not compile). */
#define MW_MEMBER(Struct, member, ctype)                                                                                \
  (uint16_t) (offsetof (Struct, member)                                                                                \
              + 0 * sizeof (char[__builtin_types_compatible_p (__typeof__ (((Struct *) 0)->member), ctype) ? 1 : -1]))
#define MW_FIELD_U8(Struct, member, path, ...)                                                                          \
  { .name = path, .type = MW_TYPE_U8, .count = 1, .offset = MW_MEMBER (Struct, member, uint8_t), __VA_ARGS__ }
#define MW_FIELD_I8(Struct, member, path, ...)                                                                          \
  { .name = path, .type = MW_TYPE_I8, .count = 1, .offset = MW_MEMBER (Struct, member, int8_t), __VA_ARGS__ }
#define MW_FIELD_U16(Struct, member, path, ...)                                                                         \
  { .name = path, .type = MW_TYPE_U16, .count = 1, .offset = MW_MEMBER (Struct, member, uint16_t), __VA_ARGS__ }
#define MW_FIELD_I16(Struct, member, path, ...)                                                                         \
  { .name = path, .type = MW_TYPE_I16, .count = 1, .offset = MW_MEMBER (Struct, member, int16_t), __VA_ARGS__ }
#define MW_FIELD_U32(Struct, member, path, ...)                                                                         \
  { .name = path, .type = MW_TYPE_U32, .count = 1, .offset = MW_MEMBER (Struct, member, uint32_t), __VA_ARGS__ }
#define MW_FIELD_I32(Struct, member, path, ...)                                                                         \
  { .name = path, .type = MW_TYPE_I32, .count = 1, .offset = MW_MEMBER (Struct, member, int32_t), __VA_ARGS__ }
#define MW_FIELD_F32(Struct, member, path, ...)                                                                         \
  { .name = path, .type = MW_TYPE_F32, .count = 1, .offset = MW_MEMBER (Struct, member, float), __VA_ARGS__ }
#define MW_FIELD_VEC(Struct, member, n, path, ...)                                                                      \
  { .name = path, .type = MW_TYPE_F32, .count = n, .offset = MW_MEMBER (Struct, member, float[n]), __VA_ARGS__ }
#define MW_FIELD_U8S(Struct, member, n, path, ...)                                                                      \
  { .name = path, .type = MW_TYPE_U8, .count = n, .offset = MW_MEMBER (Struct, member, uint8_t[n]), __VA_ARGS__ }
#define MW_FIELD_U16S(Struct, member, n, path, ...)                                                                     \
  { .name = path, .type = MW_TYPE_U16, .count = n, .offset = MW_MEMBER (Struct, member, uint16_t[n]), __VA_ARGS__ }
#define MW_FIELD_I16S(Struct, member, n, path, ...)                                                                     \
  { .name = path, .type = MW_TYPE_I16, .count = n, .offset = MW_MEMBER (Struct, member, int16_t[n]), __VA_ARGS__ }
#define MW_FIELD_U32S(Struct, member, n, path, ...)                                                                     \
  { .name = path, .type = MW_TYPE_U32, .count = n, .offset = MW_MEMBER (Struct, member, uint32_t[n]), __VA_ARGS__ }
#define MW_FIELD_REF(Struct, member, path, list, ...)                                                                   \
  { .name = path, .type = MW_TYPE_REF, .count = 1, .offset = MW_MEMBER (Struct, member, MwRef), .refers = list,         \
    __VA_ARGS__ }
#define MW_FIELD_TEXT(Struct, member, capacity, path, ...)                                                              \
  { .name = path, .type = MW_TYPE_TEXT, .count = capacity, .offset = MW_MEMBER (Struct, member, char *), __VA_ARGS__ }
#define MW_FIELD_ARRAY(Struct, member, component, n, path, ...)                                                         \
  { .name = path, .type = MW_TYPE_ARRAY, .element = component, .count = n,                                             \
    .offset = MW_MEMBER (Struct, member, MwArray), __VA_ARGS__ }
#define MW_FIELD_LIST(Struct, member, path, of, ...)                                                                    \
  { .name = path, .type = MW_TYPE_LIST, .offset = MW_MEMBER (Struct, member, MwList), .schema = of,                     \
    .touches = MW_TOUCH_STRUCTURE, __VA_ARGS__ }
/* `pointer` is the C type of the member, a pointer to a struct that begins with MwRecord. */
#define MW_FIELD_CHILD(Struct, member, pointer, path, of, ...)                                                          \
  { .name = path, .type = MW_TYPE_CHILD, .offset = MW_MEMBER (Struct, member, pointer), .schema = of, __VA_ARGS__ }
/* clang-format on */

/* --- Asking a schema ------------------------------------------------------------------------------------------------ */

/* Number of fields with those of the base schemas, which come first. */
guint mw_schema_n_fields (const MwSchema *schema);
/* The index-th of them. */
const MwField *mw_schema_field_at (const MwSchema *schema, guint index);
/* The field of that path name, or NULL. */
const MwField *mw_schema_field (const MwSchema *schema, const char *name);
/* The first field of that role and type, or NULL. */
const MwField *mw_schema_field_of_role (const MwSchema *schema, MwRole role, MwType type);
/* The index of a field of this schema (asserts that it is one). */
guint mw_schema_field_index (const MwSchema *schema, const MwField *field);
/* Whether `schema` is `ancestor` or derives from it. */
gboolean mw_schema_is_a (const MwSchema *schema, const MwSchema *ancestor);
/* Whether records of it may be called by what they say another record is for. */
static inline gboolean
mw_schema_has_purpose (const MwSchema *schema)
{
  return schema->purpose || schema->purpose_by_place;
}

/* Whether its records hold keys at times of a sequence or global sequence: tracks, event tracks and lanes. */
static inline gboolean
mw_schema_has_timed_keys (const MwSchema *schema)
{
  return schema->keys != MW_KEYS_NONE && schema->keys != MW_KEYS_CURVE;
}

/* Whether its records hold others, in lists or child slots. */
gboolean mw_schema_holds_records (const MwSchema *schema);
/* The concrete schemas that a list of `schema` can hold: calls with schema itself when it has no kinds. */
guint mw_schema_n_kinds (const MwSchema *schema);
const MwSchema *mw_schema_kind_at (const MwSchema *schema, guint index);

/* Bytes of one component of a type in memory (REF: 8). */
size_t mw_type_size (MwType type);
/* Bytes of one element of an ARRAY field, or of a scalar or vector field's value. */
size_t mw_field_element_size (const MwField *field);
/* Bytes that the field occupies in its struct. */
size_t mw_field_storage_size (const MwField *field);
/* Whether it holds a number or vector by value (not text, not a reference, array, list or child). */
gboolean mw_field_is_number (const MwField *field);
const char *mw_type_name (MwType type);
const char *mw_unit_name (MwUnit unit);
/* The names of a field's values or bits in records of this schema in models of a family (0: of the one that has no names of
 * its own), static or from a catalogue, or NULL: those of all its versions. */
const MwNames *mw_schema_names (const MwSchema *schema, const MwField *field, MwFamily family);
/* Those of them that one version of the family has (0: all). A value or bit without a name is kept, and has its number. */
const MwNames *mw_schema_names_in (const MwSchema *schema, const MwField *field, MwFamily family, uint32_t version);
gboolean mw_name_is_in (const MwName *name, uint32_t version);
/* The catalogue that numbers of a field may have a name in, in models of a family (0: as above). */
MwCatalogue mw_field_catalogue (const MwField *field, MwFamily family);
/* The unit of a field in models of a family. */
MwUnit mw_field_unit (const MwField *field, MwFamily family);
/* Whether values of a unit grow with the model: lengths, and what has a length in it. */
gboolean mw_unit_is_length (MwUnit unit);
/* The name of a value or bit, or NULL. */
const MwName *mw_names_find_value (const MwNames *names, uint32_t value);
/* The name as it is spelled, or else without regard to case; NULL when there is none, or when that fits several. */
const MwName *mw_names_find (const MwNames *names, const char *name, size_t length);

/* Every schema reachable from `root` through lists, children and kinds, depth first, each once. Free with g_ptr_array_unref(). */
GPtrArray *mw_schema_reachable (const MwSchema *root);
/* The same for those that a format has rows for: a model of it can hold records of these schemas only. */
GPtrArray *mw_schema_reachable_in (const MwSchema *root, MwFormat format);
/* Whether a schema is among them. */
gboolean mw_schema_is_in (const MwSchema *schema, const MwSchema *root, MwFormat format);

static inline void *
mw_field_at (const MwRecord *record, const MwField *field)
{
  return (char *) record + field->offset;
}
