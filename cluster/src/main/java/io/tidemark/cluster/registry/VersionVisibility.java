package io.tidemark.cluster.registry;

/** Which versions a question is about. */
public enum VersionVisibility {
    LIVE,
    WITH_DELETED,
    DELETED_ONLY;

    public boolean shows(RegisteredSchema schema) {
        return switch (this) {
            case LIVE -> !schema.deleted();
            case WITH_DELETED -> true;
            case DELETED_ONLY -> schema.deleted();
        };
    }
}
