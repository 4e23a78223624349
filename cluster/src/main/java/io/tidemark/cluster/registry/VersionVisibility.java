package io.tidemark.cluster.registry;

/** Which versions a question is about. */
public enum VersionVisibility {
    LIVE {
        @Override
        public boolean shows(RegisteredSchema schema) {
            return !schema.deleted();
        }
    },
    WITH_DELETED {
        @Override
        public boolean shows(RegisteredSchema schema) {
            return true;
        }
    },
    DELETED_ONLY {
        @Override
        public boolean shows(RegisteredSchema schema) {
            return schema.deleted();
        }
    };

    public abstract boolean shows(RegisteredSchema schema);
}
