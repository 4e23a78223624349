package io.tidemark.app.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of the repository that these tests run in. */
public final class RepositoryFiles {
    private static final Path ROOT = root();

    private RepositoryFiles() {}

    public static Path path(String relative) {
        return ROOT.resolve(relative);
    }

    static String read(String relative) {
        return read(path(relative));
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    static void write(String relative, String text) {
        try {
            Files.writeString(path(relative), text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + path(relative), e);
        }
    }

    /** Files under a folder whose names end so, sorted. */
    static List<Path> under(String folder, String ending) {
        try (Stream<Path> files = Files.walk(path(folder).toRealPath())) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + path(folder), e);
        }
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("THIRD-PARTY.md"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("tests must run below the folder that holds THIRD-PARTY.md");
            }
        }
        return folder;
    }
}
