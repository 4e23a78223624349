package io.tidemark.app.cli;

/** What is said when a command is ended before it has said what it had to say. Thread-safe. */
final class LastWords implements AutoCloseable {
    private final Runnable words;
    private volatile boolean needed = true;

    LastWords(Runnable words) {
        this.words = words;
    }

    void needless() {
        needed = false;
    }

    @Override
    public void close() {
        if (needed) {
            words.run();
        }
    }
}
