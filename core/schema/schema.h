/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/array.h"

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

/* One description per record (architecture.md, idea 1).
 *
 * A record type consists of a C struct that begins with MwRecord, and of one MwSchema. The schema has *fields* (what a
 * user can see and edit), *wire rows* (how a binary format stores them, in file order) and *MDL rows* (how text spells
 * them). Reading, writing, paths, get and set, copy, equality, undo, the byte map and the inspector are loops over these
 * tables.
 *
 * Who names a field, and how:
 * - Code names it by its struct member: MW_FIELD (MwMdlxLayer, alpha). If the member is renamed or removed, the build
 *   breaks.
 * - Generic code asks for a *part* that records of many kinds have: mw_schema_part (schema, MW_PART_TIMES).
 * - Rows name it by its path name. The names are resolved once; one that does not resolve ends the program at start.
 * - mw_schema_field() is for names that come from outside: paths that people type, files, scripts, steps as text. */

typedef struct _MwSchema MwSchema;
typedef struct _MwRecord MwRecord;
typedef struct _MwModel MwModel;
typedef struct _MwNotes MwNotes;
typedef struct _MwGroup MwGroup;

/* --- Values in memory ----------------------------------------------------------------------------------------------- */

typedef enum {
  MW_TYPE_U8,
  MW_TYPE_I8,
  MW_TYPE_U16,
  MW_TYPE_I16,
  MW_TYPE_U32,
  MW_TYPE_I32,
  MW_TYPE_F32,
  MW_TYPE_REF,   /* MwRef */
  MW_TYPE_TEXT,  /* char *: bytes without NUL; NULL is the empty text; `count` is the capacity with the final NUL */
  MW_TYPE_ARRAY, /* MwArray; an element is `count` components of type `element` */
  MW_TYPE_LIST,  /* MwList of records of `schema` (or of one of its kinds) */
  MW_TYPE_CHILD  /* MwRecord *: one optional record of `schema` */
} MwType;

/* An identity: unique in its model, never reused. 0 means no record. */
typedef uint32_t MwId;

/* A reference to a record. With an id, `raw` is 0. Without one (id 0), `raw` is the number that the file stores and
 * that points nowhere; 0xFFFFFFFF means "none". */
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
  uint32_t stale : 1; /* the records' kind_place must be counted again */
} MwList;

/* The first member of every record. A record is owned by the list or child slot that holds it. */
struct _MwRecord {
  MwId id;
  uint32_t place; /* its index in its list when it was last looked up: a hint, checked before use */
  const MwSchema *schema;
  MwRecord *owner;     /* the record whose list or child slot holds this one; NULL: the model itself, or detached */
  MwNotes *notes;      /* origin (architecture.md, idea 3); NULL for nearly all */
  uint16_t slot;       /* which field of the owner, as index for mw_schema_field_at() */
  uint16_t in_batch;   /* 1, 2 ...: its number among records that mw_list_append_new() allocated together; 0: alone */
  uint32_t kind_place; /* its index among the records of the same kind in the list, valid unless the list is `stale` */
  uint8_t variant; /* which layout it has, where the version alone does not decide that; 0 where there is only one */
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
  MW_UNIT_MATRIX /* four rows of three numbers; the last row is a position, in game units */
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
  MW_ROLE_IMAGE,  /* leads to the image that the record shows (core/model/shown-image.h) */
  /* TEXT, of an operation's parameters: */
  MW_ROLE_DISK_FILE,     /* path of a file on the disk */
  MW_ROLE_SEQUENCE_LIST, /* sequences of the model in that file (core/edit/operations/sequences/sequence-names.h) */
  MW_ROLE_BONE_MAP,      /* which bone of that model is which (core/edit/operations/transfer/bone-map.h) */
  MW_ROLE_SIBLING, /* TEXT, of an operation's parameters: names another record in the list of the record operated on */
  MW_ROLE_UNKNOWN  /* bytes whose meaning nobody knows */
} MwRole;

/* The value of a track where none of its keys counts (rendering.md 1.5). */
typedef enum {
  MW_NEUTRAL_OF_ROLE, /* 1 for a scale, visibility or alpha, 0 for all others */
  MW_NEUTRAL_ONE,
  MW_NEUTRAL_ONE_KEYLESS /* 1 where the track has no keys at all; 0 where it only has none for this sequence */
} MwNeutral;

/* Which keys of an animation a record holds. Use this to find out whether a record is a track, whatever its values
 * are. */
typedef enum {
  MW_KEYS_NONE,
  MW_KEYS_TRACK,    /* MwTrack: times on the model's one time line, values, and tangents if the interpolation has any */
  MW_KEYS_EVENTS,   /* MwEventTrack: times on that time line, without values */
  MW_KEYS_M2_TRACK, /* MwM2Track: keys of its own before MW_M2_LANES_SINCE, lanes from then on */
  MW_KEYS_LANE,     /* MwM2Lane: the keys of an M2 track for one sequence, or for all */
  MW_KEYS_CURVE     /* MwM2Curve: over the life of a particle, so its times are fractions */
} MwKeys;

/* What generic code looks for in records of many kinds, in either family. A schema has at most one field of each
 * part. */
typedef enum {
  MW_PART_NONE,
  /* Of what holds keys: a track, a lane (the keys of one sequence) or a curve. */
  MW_PART_TIMES,
  MW_PART_VALUES,
  MW_PART_IN_TANS,
  MW_PART_OUT_TANS,
  /* Of a track. */
  MW_PART_INTERPOLATION,
  MW_PART_CLOCK,  /* reference to a global sequence; none: the clock of the model or of the sequence */
  MW_PART_SPREAD, /* M2: whether there is a lane for each sequence */
  MW_PART_LANES,  /* M2: the list of lanes */
  /* Of a lane. */
  MW_PART_SEQUENCE,
  /* Of a sequence or a global sequence. */
  MW_PART_START,
  MW_PART_END,
  MW_PART_DURATION,
  MW_PART_MOVE_SPEED, /* of a sequence */
  MW_PART_PIVOT,      /* of a bone or node: the point that it turns about */
  MW_PART_SUPPLIED,   /* of a texture: what the game supplies; 0: nothing */
  /* Lists of the model. */
  MW_PART_SEQUENCES,
  MW_PART_TEXTURES,
  MW_N_PARTS
} MwPart;

/* What happens to a record when the one that it refers to is removed. */
typedef enum {
  MW_ON_REMOVE_NONE,    /* the reference becomes none */
  MW_ON_REMOVE_PARENT,  /* it refers to what the removed record referred to through the same field */
  MW_ON_REMOVE_CASCADE, /* this record is removed too */
  MW_ON_REMOVE_REFUSE   /* the removal is refused */
} MwOnRemove;

/* What has to be worked out again when the field changes. */
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
  uint32_t value;        /* the value, or the mask of one bit (or of a few bits) */
  const char *name;      /* spelled as in MDL text for enums; snake_case for flags (used in paths) */
  const char *label;     /* for people, marked for translation */
  const char *opposite;  /* bits: a label for when the bit is not set ("Loops"), if there is a usual one; or NULL */
  uint16_t since, until; /* versions that have it, both inclusive; 0 means no limit */
} MwName;

/* An index for tables that are too long for a linear search; made by catalogue.c. The values are MwName. by_word has
 * lower-case words as keys, and NULL as value where several names differ only in case. */
typedef struct {
  GHashTable *by_value, *by_name, *by_word;
} MwNamesIndex;

typedef struct {
  const MwName *names;
  guint n;
  gboolean flags;
  const MwNamesIndex *index; /* NULL for nearly all; may have more names than `names` lists */
} MwNames;
#define MW_NAMES(identifier, is_flags, ...)                                                                            \
  static const MwName identifier##_list[] = { __VA_ARGS__ };                                                           \
  const MwNames identifier = { identifier##_list, G_N_ELEMENTS (identifier##_list), is_flags }

/* Names that data/catalogues gives to numbers of the clients (see catalogue.h). */
typedef enum {
  MW_CATALOGUE_NONE,
  MW_CATALOGUE_ANIMATION,
  MW_CATALOGUE_ATTACHMENT,       /* of M2 */
  MW_CATALOGUE_ATTACHMENT_ALPHA, /* of World of Warcraft's alpha: some of the same ids, with other names */
  MW_CATALOGUE_BLEND_MODE,       /* of M2 materials and particles */
  MW_CATALOGUE_BONE_NAME,        /* by the CRC-32 of the name; key bones too */
  MW_CATALOGUE_CLIENT,
  MW_CATALOGUE_COMBINER,
  MW_CATALOGUE_EVENT,        /* of M2: four characters, the first in the lowest byte */
  MW_CATALOGUE_EVENT_OBJECT, /* of Warcraft III: the first three letters of the name and a space */
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

/* A version of a format. Text is another spelling of the same format: it does not change which fields are live. What
 * text cannot express is listed in the writer's report. */
typedef struct {
  MwFamily family;
  uint32_t version;
  gboolean text; /* MDL instead of MDX */
} MwFormat;

/* Overrides of a field's value names or unit in one family. */
typedef struct MwFamilyNames MwFamilyNames;
struct MwFamilyNames {
  MwFamily family;
  const MwNames *names; /* or NULL: those of `catalogue`, or what `made` returns */
  MwCatalogue catalogue;
  /* Returns names that are built on first use; `catalogue` is then the one that messages mention. */
  const MwNames *(*made) (void);
  MwUnit unit;               /* MW_UNIT_NONE: as in other families */
  const MwFamilyNames *more; /* those of another family; or NULL */
};

/* How the elements of a bulk array refer to records. */
typedef enum {
  MW_BULK_REFERENCES, /* an MwRef each */
  MW_BULK_PLACES,     /* the place in the list, as a number */
  MW_BULK_OBJECT_IDS  /* the number under which files refer to a node */
} MwBulkForm;

/* An array whose elements each refer to several records of one list: for example, the bones that move a vertex. An edit
 * that moves or removes these records rewrites the array (core/edit/bulk-names.h). */
typedef struct {
  MwBulkForm form;
  const char *list;          /* of the model */
  uint8_t n;                 /* references in an element; they share its bytes evenly */
  const char *weights;       /* the array with the weight of each reference, in as many parts; weight 0: no meaning */
  gboolean weights_reversed; /* the last part is for the first reference */
  guint (*most) (MwFormat format); /* the largest weight that files of a format can store; NULL: 255 */
} MwBulkNames;

typedef struct _MwField {
  const char *name; /* path name: snake_case, dots for parts ("bounds.min", "alpha.track", "keys.value") */
  MwType type;
  MwType element; /* ARRAY: type of a component */
  uint8_t part;   /* MwPart */
  uint16_t offset;
  uint16_t count;     /* components of the value or element (a vec3 has 3); TEXT: capacity in bytes */
  gboolean parallel;  /* ARRAY: one of several of equal length; the path "keys[5].value" is element 5 of keys.value */
  gboolean read_only; /* shown, but a user cannot set it (the version) */
  gboolean hidden;    /* not shown in the window; paths and scripts can still use it */
  const MwSchema *schema; /* LIST, CHILD */
  /* REF and arrays of REF: the path name of the list that it points into: a list of the model, or of a record that
   * contains this one (a batch refers to a submesh of its own profile). */
  const char *refers;
  const char *or_refers; /* REF, of parameters: the list to use where the model's family has no list named `refers` */
  MwOnRemove on_remove;
  const MwBulkNames *bulk; /* ARRAY whose elements refer to several records each; NULL for all others */
  /* The unit of the value; of a track or curve, the unit of its keys' values and tangents. Every length, speed and
   * acceleration has its unit here, because a conversion with a scale changes exactly those (mw_unit_is_length()).
   * tests/core/convert/test-scale.c checks that no float was forgotten. */
  MwUnit unit;
  gboolean (*unit_holds) (const MwRecord *record); /* whether the unit applies to this record; NULL: always */
  MwRole role;
  uint8_t neutral;  /* MwNeutral, of a CHILD that is a track */
  unsigned touches; /* MwTouch */
  double def;       /* the default of every component */
  double min, max;  /* both 0: only the limits of the type */
  const MwNames *names;
  MwCatalogue catalogue; /* numbers without `names`: where they may have a name; a number that is not listed is legal */
  /* FLAGS: the bit that states the kind of a record, in models of a family; 0: none does. NULL: kinds have no bits. */
  uint32_t (*kind_bit) (const MwSchema *kind, MwFamily family);
  const MwFamilyNames *family_names; /* overrides of names, catalogue or unit in one family; NULL for nearly all */
  /* `count` labels, marked for translation, where the components are not axes or colour channels. */
  const char *const *components;
  /* Compares this field of two records where a comparison bit by bit is wrong; NULL for nearly all. */
  gboolean (*equal) (const MwModel *model_a, const MwRecord *a, const MwModel *model_b, const MwRecord *b);
  /* Whether the field is live in this record, which means that its value matters. It is for conditions that rows cannot
   * express: tangents matter only with an interpolation that uses them. NULL: always. */
  gboolean (*live) (const MwRecord *record);
  const char *label;   /* for people, marked for translation */
  const char *aliases; /* other words that people use for it, separated by blanks, for search */
  const char *doc;     /* one or two sentences, with the format's own name */
} MwField;

/* --- How a binary format stores it ---------------------------------------------------------------------------------- */

typedef enum {
  MW_WIRE_PLAIN,          /* the bytes of the value as in memory (hosts are little-endian) */
  MW_WIRE_BGR,            /* three floats, blue first; RGB in memory */
  MW_WIRE_CHARS,          /* TEXT in a buffer of `count` bytes, NUL-padded */
  MW_WIRE_REF32,          /* REF as u32 or i32 index */
  MW_WIRE_REF16,          /* REF as i16 index (-1 is none) */
  MW_WIRE_REFU16,         /* REF as u16 index, not sign-extended */
  MW_WIRE_BASE,           /* the rows of the base schema go here */
  MW_WIRE_SIZE,           /* u32 size that includes itself; the rows up to SIZE_END are inside it */
  MW_WIRE_SIZE24,         /* the same in the low 24 bits; the high 8 bits are the u8 field of this row */
  MW_WIRE_SIZE_END,       /* ends the innermost SIZE; one that is still open ends with the record */
  MW_WIRE_TAG,            /* four literal characters */
  MW_WIRE_PAD,            /* `count` bytes that should be zero; other bytes are kept in a note */
  MW_WIRE_ARRAY,          /* [tag] u32 count, elements (REF elements: 4 bytes each) */
  MW_WIRE_LIST,           /* [tag] u32 count, records of `element` */
  MW_WIRE_ITEM_COUNT,     /* u32: how many records ITEMS reads; without this row it reads up to the end of the chunk */
  MW_WIRE_ITEMS,          /* records of `element` up to the end of the chunk */
  MW_WIRE_TRACK,          /* MDX track with the tag `tag`; neighbouring track rows are read in any order */
  MW_WIRE_TRACK_BGR,      /* the same with blue first in values and tangents */
  MW_WIRE_SIMPLE_TRACK,   /* the same without an interpolation: pairs of time and value */
  MW_WIRE_EVENT_TRACK,    /* KEVT: a global sequence and times, no values */
  MW_WIRE_TAIL,           /* the rest of the scope, into an ARRAY of numbers */
  MW_WIRE_CHUNK,          /* the rows up to the next CHUNK row are what chunk `tag` has of the record */
  MW_WIRE_HAND,           /* calls the functions of `hand` */
  MW_WIRE_ELSEWHERE,      /* no bytes here: in the formats of this row, another chunk stores the field (pivots) */
  MW_WIRE_CODED,          /* a number or vector in the row's codec */
  MW_WIRE_M2_ARRAY,       /* M2: u32 count, u32 offset; elements elsewhere, in the row's codec */
  MW_WIRE_M2_TEXT,        /* M2: the same for characters with their NUL */
  MW_WIRE_M2_LIST,        /* M2: u32 count, u32 offset; records of `element` elsewhere */
  MW_WIRE_M2_TRACK,       /* M2: track; its layout depends on the version (28 or 20 bytes); values in the row's codec */
  MW_WIRE_M2_EVENT_TRACK, /* M2: times only (20 or 12 bytes) */
  MW_WIRE_M2_CURVE        /* M2: fixed16 times and values in the row's codec, both elsewhere; no sequences */
} MwWire;

/* How a value is stored where its bytes differ from those in memory. Every stored code converts to memory and back
 * exactly. */
typedef enum {
  MW_CODEC_NONE,    /* the bytes as in memory */
  MW_CODEC_U8,      /* one byte of a wider unsigned number */
  MW_CODEC_QUAT16,  /* per component u16, (2u - 65535) / 65535 as float */
  MW_CODEC_QUAT64,  /* x, y, z in 22, 21 and 21 bits of one i64; w follows from them (mdlx.md 8) */
  MW_CODEC_FIXED16, /* per component i16, n / 32767 as float */
  MW_CODEC_FIXED69, /* per component u16: sign, 6 integer bits, 9 of the fraction, as float (code 0x8000 is -0) */
  MW_CODEC_FIXED25, /* per component u8: sign, 2 integer bits, 5 of the fraction, as float */
  MW_CODEC_HALF,    /* per component 16-bit floating point, as float */
  MW_CODEC_BGRA,    /* 4 bytes, blue first; RGBA in memory */
  MW_CODEC_GRAVITY  /* i8 x, i8 y, i16 z; three i16 in memory */
} MwCodec;

/* A condition on a scalar field of the same record that is read before the row. */
typedef struct {
  const char *field;  /* path name; NULL: no condition */
  uint32_t mask;      /* applied to the field's value; 0 means all bits */
  uint32_t equals;    /* (value & mask) must be equal to this ... */
  gboolean otherwise; /* ... or must differ from it */
} MwWhen;

typedef struct _MwWireReader MwWireReader;
typedef struct _MwWireWriter MwWireWriter;

/* Functions for a place where a format is irregular. A comment at each definition says why it is needed. */
typedef struct {
  const char *name; /* as shown by `mwright schema` */
  gboolean (*read) (MwWireReader *reader, MwRecord *record, GError **error);
  void (*write) (MwWireWriter *writer, const MwRecord *record);
} MwHand;

typedef struct {
  const char *field; /* path name; NULL for sizes, tags, padding and counts */
  MwWire wire;
  char tag[5];
  uint16_t count;   /* CHARS and PAD: bytes; ITEM_COUNT: the highest number allowed, 0: no limit */
  uint8_t codec;    /* MwCodec: of CODED, ARRAY, TRACK and the M2 rows; of ELSEWHERE: what the hand function writes */
  uint8_t families; /* MwFamily mask; 0 means the families of the schema */
  uint8_t variants; /* mask of 1 << variant; 0 means all */
  uint16_t since, until; /* versions, both inclusive; 0 means no limit */
  MwWhen when;
  const MwSchema *element; /* LIST, ITEMS */
  const MwHand *hand;
} MwWireRow;

/* --- How text spells it (mdlx.md 10) ----------------------------------------------------------------- */

typedef enum {
  MW_MDL_HEAD,       /* the beginning of a record's block: `Word "name" {`, where the name is `field` (NULL: no name) */
  MW_MDL_BASE,       /* the rows of the base schema go here */
  MW_MDL_VALUE,      /* `Word value,`: number, text, reference, or `{ numbers }` */
  MW_MDL_COLOR,      /* the same for three floats, blue first; RGB in memory */
  MW_MDL_ENUM,       /* `Word Name,` */
  MW_MDL_NAME,       /* the statement is only the name of the value: `Omnidirectional,` */
  MW_MDL_FLAG,       /* `Word,` sets `mask` in the number */
  MW_MDL_BITS,       /* `Word { Name, ... },`: the nested rows are FLAG */
  MW_MDL_DERIVED,    /* no word: the bits of `mask` are set exactly when `holds` returns TRUE */
  MW_MDL_ANIM,       /* `static Word value,` or, when there is a track, `Word n { keys }` */
  MW_MDL_ANIM_COLOR, /* the same, blue first */
  MW_MDL_ANIM_RIM,   /* the same, blue first in the static value and red first in keys (FresnelColor) */
  MW_MDL_TRACK,      /* only the animated form */
  MW_MDL_EVENT_TRACK, /* `Word n { times }` */
  MW_MDL_ARRAY,       /* `Word n { elements }` */
  MW_MDL_BARE_ARRAY,  /* `Word { elements }` */
  MW_MDL_BLOCK,       /* `Word ["field"] { nested rows }` over the same record */
  MW_MDL_LIST,        /* `Word n { records }` */
  MW_MDL_ITEMS, /* the records themselves, each with the head of `element`, or by its first row if it has no head */
  MW_MDL_COUNT, /* `Word n,`: the number of records of `element`; ignored when read */
  MW_MDL_HAND   /* calls the functions of `hand`; `field` and `also` name the fields that they read and write */
} MwMdlForm;

typedef struct _MwMdlReader MwMdlReader;
typedef struct _MwMdlWriter MwMdlWriter;
typedef struct {
  const char *name; /* as shown by `mwright schema` */
  /* Reads what follows the word. Returns FALSE after it has reported an error. */
  gboolean (*read) (MwMdlReader *reader, MwRecord *record);
  /* Writes the whole statement, or nothing if there is nothing to state. NULL: the row is only read. */
  void (*write) (MwMdlWriter *writer, const MwRecord *record);
} MwMdlHand;

typedef struct _MwMdlRow MwMdlRow;
struct _MwMdlRow {
  const char *field; /* path name, or NULL */
  MwMdlForm form;
  const char *word;    /* in canonical case */
  const char *aliases; /* more words that are accepted when reading, separated by blanks */
  const char *track;   /* ANIM: path name of the track */
  const char *also;    /* HAND: path names of more fields that it reads and writes, separated by blanks */
  const char *none;    /* VALUE of a reference: the word for none; NULL: -1 */
  uint32_t mask;       /* FLAG, DERIVED */
  gboolean omit;       /* not written when the value is what readers assume without the statement */
  gboolean read_only;  /* accepted when reading; another row writes the value */
  uint8_t families;    /* MwFamily mask; 0 means the families of the schema */
  /* Versions, both inclusive; 0 means no limit. The row also needs its field to exist in the version. */
  uint16_t since, until;
  MwWhen when; /* a condition for writing; the row is always read */
  /* DERIVED: whether the bits of `mask` are set. In other rows: a condition for writing that `when` cannot express. */
  gboolean (*holds) (const MwRecord *record);
  const MwSchema *element; /* LIST, ITEMS, COUNT */
  const MwMdlRow *rows;    /* BLOCK, BITS */
  guint n_rows;
  const MwMdlHand *hand;
};

struct _MwSchema {
  const char *name;   /* "layer"; unique among all schemas of a family */
  const char *plural; /* "bones": the path word of a kind in a mixed list; NULL for other schemas */
  const char *label;  /* "Layer", marked for translation */
  const char *doc;
  const MwSchema *base; /* its fields come first, and the C struct begins with the base's struct */
  size_t size;          /* of the C struct */
  const MwField *fields;
  guint n_fields;
  const MwWireRow *wire;
  guint n_wire;
  const MwMdlRow *mdl;
  guint n_mdl;
  const MwGroup *groups; /* its own fields by what they are used for (groups.h); NULL: it has none, or holds keys */
  guint n_groups;
  uint8_t families;
  MwKeys keys;       /* which keys its records hold; none for nearly all */
  MwType key_type;   /* of a component of their values; without meaning where keys have none */
  uint8_t key_count; /* components of such a value; 0: keys have none */
  /* Offsets of the one or two U16 fields that together serve as a name for records without one ("60/0" or
   * "EmoteTalk/0"); a 0 ends the list. */
  uint16_t called[3];
  /* For records without a name that say what another record is used for: their title is that purpose and the title of
   * the other record ("Diffuse: Foot.blp"). Offsets of the U32 field whose value names say the purpose, and of the
   * reference; 0: there is none. */
  uint16_t purpose, purpose_of;
  /* Used instead of `purpose` where the record's place says it (the six layers of an HD material). Returns NULL
   * where this record has none. */
  const MwName *(*purpose_by_place) (const MwRecord *record);
  MwCatalogue name_catalogue; /* where the name, or the beginning of it, has a meaning (events); or MW_CATALOGUE_NONE */
  const MwNames *flag_names;  /* names for the inherited field of role FLAGS in this kind; NULL: the field's own */
  const MwFamilyNames *family_flag_names; /* overrides of those in one family; NULL: none */
  const MwSchema *const *kinds; /* an abstract base: NULL-terminated concrete schemas, in file order; else NULL */
  /* Returns the variant of the record that begins at the reader's position; NULL where there is only one layout. */
  uint8_t (*probe) (const MwWireReader *reader);
  /* Returns the variant of a record that was read from text, from its values; NULL: 0. */
  uint8_t (*text_variant) (const MwRecord *record, MwFormat format);
  /* Root schemas: corrects numbers[id], the number under which a file stores a reference to record `id`, for records that
   * are not numbered by their place in a list; or NULL. */
  void (*number) (const MwModel *model, uint32_t *numbers);
  /* Root schemas of several families: the family of a model; NULL: `families` is the only one. */
  MwFamily (*family) (const MwRecord *root);
  /* Root schemas: the version of a model, where names depend on it; NULL: they do not. */
  uint32_t (*version) (const MwRecord *root);
  /* Sets what a new record needs beyond the fields' defaults; or NULL. */
  void (*init) (MwRecord *record);
  /* Adjusts a new record to the family of its model; or NULL. */
  void (*init_for_family) (MwRecord *record, MwFamily family);
  /* Notes are kept by field (notes.h). Data that belongs to no field, such as derived tables, has a static MwField of its
   * own, which this finds by name. NULL: there are none. */
  const MwField *(*note_field) (const char *name);
  /* Whether a file stores this record, in a child slot, exactly as it stores an empty slot; NULL: never. */
  gboolean (*blank) (const MwRecord *record);
};

/* clang-format off */
/* Initialisers for fields. They check the C type of the member: a wrong type does not compile. */
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

/* --- Naming a field ------------------------------------------------------------------------------------------------- */

/* In the header of a record: declares its schema, so that MW_FIELD() finds it by the struct. */
#define MW_DECLARE_SCHEMA(Struct, identifier)                                                                          \
  extern const MwSchema identifier;                                                                                    \
  static inline const MwSchema *Struct##_schema (void)                                                                 \
  {                                                                                                                    \
    return &identifier;                                                                                                \
  }

/* The field that is stored in `member` of Struct: MW_FIELD (MwMdlxLayer, alpha). Never NULL. */
#define MW_FIELD(Struct, member) mw_schema_member (Struct##_schema (), offsetof (Struct, member))
/* The same for a struct that several schemas share, such as a track: the field of `schema`. */
#define MW_FIELD_IN(schema, Struct, member) mw_schema_member (schema, offsetof (Struct, member))

/* The field at an offset of the struct. Ends the program if the table has none; MW_FIELD() is the way to call it. */
const MwField *mw_schema_member (const MwSchema *schema, size_t offset);
/* The field that is this part of the schema's records, or NULL. */
const MwField *mw_schema_part (const MwSchema *schema, MwPart part);
/* The field with that path name, or NULL. For names that come from outside; code names fields with MW_FIELD(). */
const MwField *mw_schema_field (const MwSchema *schema, const char *name);
/* The first field of that role and type, or NULL. */
const MwField *mw_schema_field_of_role (const MwSchema *schema, MwRole role, MwType type);
/* The track that animates a static field ("alpha.track" of "alpha"), or NULL. */
const MwField *mw_schema_track_of (const MwSchema *schema, const MwField *field);
/* The static field that a track animates ("alpha" of "alpha.track"), or NULL. */
const MwField *mw_schema_static_of (const MwSchema *schema, const MwField *track);

/* What people call the models of one family: "MDX and MDL of Warcraft III"; NULL for an unknown bit. */
const char *mw_family_title (unsigned family);

/* Whether a track in this slot that has no keys gives 1 in all components. That is so for a scale, a visibility, an
 * alpha, and for slots that declare it. All others give 0, and rotations give the identity. */
gboolean mw_schema_is_one_without_keys (const MwField *slot);

/* Whether a field is one of the parallel arrays of keys: times, values or tangents. */
static inline gboolean
mw_field_is_of_keys (const MwField *field)
{
  return field->part >= MW_PART_TIMES && field->part <= MW_PART_OUT_TANS;
}

/* --- Look-up -------------------------------------------------------------------------------------------------------- */

/* Number of fields with those of the base schemas, which come first. */
guint mw_schema_n_fields (const MwSchema *schema);
/* The field at that index, base fields first. */
const MwField *mw_schema_field_at (const MwSchema *schema, guint index);
/* The index of a field of this schema; asserts that it is one. */
guint mw_schema_field_index (const MwSchema *schema, const MwField *field);
/* Whether the field is one of the schema's own or of its bases. */
gboolean mw_schema_has_field (const MwSchema *schema, const MwField *field);
/* Whether `schema` is `ancestor` or derives from it. */
gboolean mw_schema_is_a (const MwSchema *schema, const MwSchema *ancestor);
/* Whether the titles of its records may come from what they use another record for. */
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
/* The concrete schemas that a list of `schema` can hold: its kinds, or only itself when it has none. */
guint mw_schema_n_kinds (const MwSchema *schema);
const MwSchema *mw_schema_kind_at (const MwSchema *schema, guint index);

/* Size in memory of one component of a type, in bytes (REF: 8). */
size_t mw_type_size (MwType type);
/* Size of one element of an ARRAY field, or of the value of a scalar or vector field, in bytes. */
size_t mw_field_element_size (const MwField *field);
/* Size of the field in its struct, in bytes. */
size_t mw_field_storage_size (const MwField *field);
/* Whether it holds a number or vector by value (not text, reference, array, list or child). */
gboolean mw_field_is_number (const MwField *field);
const char *mw_type_name (MwType type);
const char *mw_unit_name (MwUnit unit);
/* The names of a field's values or bits in records of this schema, for all versions of a family (0: the names
 * without a family's overrides), from the table or a catalogue; NULL if it has none. */
const MwNames *mw_schema_names (const MwSchema *schema, const MwField *field, MwFamily family);
/* Only those names that one version of the family has (0: all versions). A value without a name is shown as its
 * number. */
const MwNames *mw_schema_names_in (const MwSchema *schema, const MwField *field, MwFamily family, uint32_t version);
gboolean mw_name_is_in (const MwName *name, uint32_t version);
/* The catalogue in which numbers of a field may have a name, in models of a family (0: as above). */
MwCatalogue mw_field_catalogue (const MwField *field, MwFamily family);
/* The unit of a field in models of a family. */
MwUnit mw_field_unit (const MwField *field, MwFamily family);
/* Whether values of a unit are multiplied when a model is scaled: lengths, speeds, accelerations, matrices. */
gboolean mw_unit_is_length (MwUnit unit);
/* The name of a value or bit, or NULL. */
const MwName *mw_names_find_value (const MwNames *names, uint32_t value);
/* Finds a name, exactly or else ignoring case. NULL if there is none, or if several differ only in case. */
const MwName *mw_names_find (const MwNames *names, const char *name, size_t length);

/* All schemas that can be reached from `root` through lists, children and kinds, depth first, each once. Free with
 * g_ptr_array_unref(). */
GPtrArray *mw_schema_reachable (const MwSchema *root);
/* Only those that a format has rows for: a model of that format can hold no records of other schemas. */
GPtrArray *mw_schema_reachable_in (const MwSchema *root, MwFormat format);
/* Whether a schema is one of those. */
gboolean mw_schema_is_in (const MwSchema *schema, const MwSchema *root, MwFormat format);

static inline void *
mw_field_at (const MwRecord *record, const MwField *field)
{
  return (char *) record + field->offset;
}
