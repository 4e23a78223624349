package io.tidemark.cluster.registry;

/** Which versions a question is about. */
public enum VersionVisibility {
    LIVE,
    WITH_DELETED,
    DELETED_ONLY;

    public boolean shows(RegisteredSchema schema) {
        return this == WITH_DELETED || schema.deleted() == (this == DELETED_ONLY);
    }
}
