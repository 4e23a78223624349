package io.tidemark.sinks.store.read;

/** Sees one sketch after the other. */
@FunctionalInterface
public interface SketchVisitor {
    void sketch(SketchRow row);
}
