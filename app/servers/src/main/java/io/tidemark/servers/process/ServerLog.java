package io.tidemark.servers.process;

import io.tidemark.producer.plan.server.LogBounds;
import io.tidemark.schemas.files.PrivateFiles;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The output of one start of a server in a file that its owner alone can read. Control sequences of a terminal are left out, and secrets are
 * masked, before anything is written. The beginning is kept in the file, what follows in two parts beside it, of which the older one is given
 * up when the newer one is full; closing joins them. Thread-safe.
 */
public final class ServerLog implements AutoCloseable {
    private static final int MAX_LINE_BYTES = 64 << 10;
    private static final int LAST_LINES = 20;

    /** ECMA-48: colours and other CSI sequences, then OSC strings such as links and titles, up to their end. */
    private static final Pattern CONTROL_SEQUENCE =
            Pattern.compile("\\u001B(\\[[0-?]*[ -/]*[@-~]|\\][^\\u0007\\u001B]*(\\u0007|\\u001B\\\\))");

    private final Path file;
    private final LogBounds bounds;
    private final SecretMask mask;
    private final Consumer<String> listener;
    private final Deque<String> lastLines = new ArrayDeque<>();
    private OutputStream out;
    private long headBytes;
    private long partBytes;
    private long droppedBytes;
    private boolean inTail;
    private boolean closed;

    private ServerLog(Path file, LogBounds bounds, SecretMask mask, Consumer<String> listener) throws IOException {
        this.file = file;
        this.bounds = bounds;
        this.mask = mask;
        this.listener = listener;
        this.out = open(file);
    }

    /**
     * Makes the file and the folder that it is in.
     *
     * @param listener notified of each line, secrets masked, on the thread that reads
     * @throws UncheckedIOException if the file cannot be made
     */
    public static ServerLog create(Path file, LogBounds bounds, SecretMask mask, Consumer<String> listener) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                PrivateFiles.createDirectories(folder);
            }
            return new ServerLog(file, bounds, mask, listener);
        } catch (IOException e) {
            throw new UncheckedIOException("the log of a server cannot be written: " + e.getMessage(), e);
        }
    }

    /** Reads an output to its end. */
    public void readFrom(InputStream output) {
        try (InputStream in = new BufferedInputStream(output)) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int c = in.read(); c >= 0; c = in.read()) {
                if (c != '\n') {
                    line.write(c);
                }
                if (c == '\n' || line.size() >= MAX_LINE_BYTES) {
                    add(line);
                }
            }
            if (line.size() > 0) {
                add(line);
            }
        } catch (IOException e) {
            // The pipe of a process that is gone; what came before is kept.
            note("(its output could not be read further: " + e.getMessage() + ")");
        }
    }

    /** A line of our own. */
    public void note(String text) {
        write(mask.apply(text));
    }

    /** The newest lines, at most 20, secrets masked. */
    public synchronized List<String> lastLines() {
        return List.copyOf(lastLines);
    }

    public Path file() {
        return file;
    }

    /** Joins the parts. Lines that come later are not kept. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            out.close();
            if (inTail) {
                join();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the log " + file + " could not be completed: " + e.getMessage(), e);
        }
    }

    private void add(ByteArrayOutputStream bytes) {
        String printed =
                CONTROL_SEQUENCE.matcher(bytes.toString(StandardCharsets.UTF_8)).replaceAll("");
        // A secret is found only once no sequence is inside it.
        String line = mask.apply(printed.stripTrailing());
        bytes.reset();
        write(line);
        listener.accept(line);
    }

    private synchronized void write(String line) {
        if (!line.isBlank()) {
            lastLines.addLast(line);
            if (lastLines.size() > LAST_LINES) {
                lastLines.removeFirst();
            }
        }
        if (closed) {
            return;
        }
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            place(bytes.length);
            out.write(bytes);
            out.flush();
        } catch (IOException e) {
            // A full disk: the server runs on, and its newest lines stay in memory.
            droppedBytes += bytes.length;
        }
    }

    private void place(int bytes) throws IOException {
        if (!inTail && headBytes + bytes > bounds.headBytes()) {
            inTail = true;
            nextPart();
        } else if (inTail && partBytes + bytes > bounds.tailBytes()) {
            Path older = part("older");
            droppedBytes += Files.exists(older) ? Files.size(older) : 0;
            out.close();
            Files.move(part("newer"), older, StandardCopyOption.REPLACE_EXISTING);
            nextPart();
        }
        if (inTail) {
            partBytes += bytes;
        } else {
            headBytes += bytes;
        }
    }

    private void nextPart() throws IOException {
        out.close();
        partBytes = 0;
        out = open(part("newer"));
    }

    private void join() throws IOException {
        try (OutputStream whole = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
            if (droppedBytes > 0) {
                whole.write(("... " + droppedBytes + " bytes left out ...\n").getBytes(StandardCharsets.UTF_8));
            }
            for (Path part : List.of(part("older"), part("newer"))) {
                if (Files.exists(part)) {
                    Files.copy(part, whole);
                    Files.delete(part);
                }
            }
        }
    }

    private Path part(String which) {
        return file.resolveSibling(file.getFileName() + "." + which);
    }

    private static OutputStream open(Path file) throws IOException {
        PrivateFiles.createIfMissing(file);
        return Files.newOutputStream(file, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    }
}
