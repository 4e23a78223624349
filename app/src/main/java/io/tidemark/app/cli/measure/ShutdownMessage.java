package io.tidemark.app.cli.measure;

/** What is said when a command is ended before it has said what it had to say. Thread-safe. */
final class ShutdownMessage implements AutoCloseable {
    private final Runnable words;
    private volatile boolean needed = true;

    ShutdownMessage(Runnable words) {
        this.words = words;
    }

    void cancel() {
        needed = false;
    }

    @Override
    public void close() {
        if (needed) {
            words.run();
        }
    }
}
