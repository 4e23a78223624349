package io.tidemark.sinks.store.annotation;

import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.StoreException;

/**
 * Writes the annotations of a result store, also while a sink writes to it; {@link io.tidemark.sinks.store.read.ResultReader#annotations}
 * reads them. Thread-safe. Every call throws {@link StoreException} if the database is away or refuses it.
 */
public interface AnnotationStore extends AutoCloseable {
    /**
     * Adds an annotation, unless the team has one of that id.
     *
     * @param audit who does it; stored with it, if it is added
     * @return whether it was added
     */
    boolean add(TimeAnnotation annotation, AuditEvent audit);

    /**
     * Removes an annotation.
     *
     * @param audit who does it; stored with it, if there is such an annotation
     * @return whether there was one of that id
     */
    boolean remove(Team team, String id, AuditEvent audit);

    @Override
    void close();
}
