package io.tidemark.app.stack;

/** The time for which streams wait so that others have the cores; its end is {@link #close()}. */
@FunctionalInterface
public interface PausedStreams extends AutoCloseable {
    @Override
    void close();
}
