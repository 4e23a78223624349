package io.tidemark.faults;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The file of all events that Kafka acknowledged, a line each, written in the acknowledgement itself; the oracle reads nothing else.
 * Two kinds of line, fields separated by tabs: {@code T lane sequence class due_us sent_ns output_before base_ns chunks_ns} (when each
 * chunk with output came, from sent, joined by commas) and {@code R lane sequence class due_us sent_ns ok first_ns last_ns end_ns
 * output_tokens prompt_tokens itl_ns} (from due, - for none). Thread-safe.
 */
final class Ledger implements AutoCloseable {
    private final Path file;
    private final BufferedWriter out;
    private final AtomicLong lines = new AtomicLong();

    Ledger(Path file) {
        this.file = file;
        try {
            out = Files.newBufferedWriter(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    synchronized void acknowledged(String line) {
        try {
            out.write(line);
            out.newLine();
        } catch (IOException e) {
            throw new UncheckedIOException("the ledger " + file + " cannot be written", e);
        }
        lines.incrementAndGet();
    }

    long size() {
        return lines.get();
    }

    /** All lines so far. */
    synchronized List<String> lines() {
        try {
            out.flush();
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException("the ledger " + file + " cannot be read", e);
        }
    }

    @Override
    public synchronized void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the ledger " + file + " cannot be closed", e);
        }
    }
}
