package io.tidemark.cluster.registry;

/** Which versions a question is about. */
enum Visibility {
    LIVE {
        @Override
        boolean shows(RegisteredSchema schema) {
            return !schema.deleted();
        }
    },
    WITH_DELETED {
        @Override
        boolean shows(RegisteredSchema schema) {
            return true;
        }
    },
    DELETED_ONLY {
        @Override
        boolean shows(RegisteredSchema schema) {
            return schema.deleted();
        }
    };

    abstract boolean shows(RegisteredSchema schema);
}
