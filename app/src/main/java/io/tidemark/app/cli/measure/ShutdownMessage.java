package io.tidemark.app.cli.measure;

/** What is reported when a command is ended before it has said what it had to say. Thread-safe. */
final class ShutdownMessage implements AutoCloseable {
    private final Runnable description;
    private volatile boolean needed = true;

    ShutdownMessage(Runnable description) {
        this.description = description;
    }

    void cancel() {
        needed = false;
    }

    @Override
    public void close() {
        if (needed) {
            description.run();
        }
    }
}
