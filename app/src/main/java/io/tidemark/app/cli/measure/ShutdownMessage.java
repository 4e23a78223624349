package io.tidemark.app.cli.measure;

/** A message that is printed if a command is ended before it has printed its own. Thread-safe. */
final class ShutdownMessage implements AutoCloseable {
    private final Runnable message;
    private volatile boolean needed = true;

    ShutdownMessage(Runnable message) {
        this.message = message;
    }

    void cancel() {
        needed = false;
    }

    @Override
    public void close() {
        if (needed) {
            message.run();
        }
    }
}
