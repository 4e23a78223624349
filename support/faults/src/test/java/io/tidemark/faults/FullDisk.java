package io.tidemark.faults;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A small file system of its own (tmpfs) that can be filled up; needs the right to mount. */
final class FullDisk implements AutoCloseable {
    private static final byte[] PIECE = new byte[4 << 10];

    private final Path folder;

    private FullDisk(Path folder) {
        this.folder = folder;
    }

    /** Whether this user may mount; the reason to skip where not. */
    static boolean isPossible(Path scratch) {
        try {
            Path probe = Files.createDirectories(scratch.resolve("probe"));
            boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", probe.toString());
            return mounted && run("umount", probe.toString());
        } catch (IOException e) {
            return false;
        }
    }

    static FullDisk mount(Path folder, String size) {
        try {
            Files.createDirectories(folder);
            if (!run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", folder.toString())) {
                throw new IllegalStateException("cannot mount a tmpfs on " + folder);
            }
            return new FullDisk(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path folder() {
        return folder;
    }

    /** Leaves not a byte. */
    void fill() throws IOException {
        try (OutputStream ballast = Files.newOutputStream(folder.resolve("ballast"))) {
            while (write(ballast)) {
                // until it is full
            }
        } catch (IOException e) {
            // Full: closing may fail too.
        }
    }

    void free() throws IOException {
        Files.delete(folder.resolve("ballast"));
    }

    @Override
    public void close() {
        try {
            run("umount", "-l", folder.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean write(OutputStream ballast) {
        try {
            ballast.write(PIECE);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean run(String... command) throws IOException {
        try {
            return new ProcessBuilder(List.of(command)).start().waitFor() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
