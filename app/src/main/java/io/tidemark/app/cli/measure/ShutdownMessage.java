package io.tidemark.app.cli.measure;

/** What is reported when a command is ended before it has said what it had to say. Thread-safe. */
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
