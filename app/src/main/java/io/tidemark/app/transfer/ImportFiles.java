package io.tidemark.app.transfer;

import io.tidemark.importers.file.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The bytes of files to import. */
public final class ImportFiles {
    private ImportFiles() {}

    /** What could be read, and why the others could not, a message each. */
    public record Read(List<SourceFile> files, List<String> rejected) {
        public Read {
            files = List.copyOf(files);
            rejected = List.copyOf(rejected);
        }
    }

    public static Read read(List<Path> paths) {
        List<SourceFile> files = new ArrayList<>();
        List<String> bad = new ArrayList<>();
        for (Path path : paths) {
            try {
                files.add(file(path));
            } catch (IOException e) {
                bad.add(path + ": cannot be read: " + reason(path, e));
            }
        }
        return new Read(files, bad);
    }

    private static SourceFile file(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw new IOException("it is a folder; name its files, e.g. " + path.resolve("*.json"));
        }
        if (Files.size(path) > SourceFile.MAX_BYTES) {
            throw new IOException("it must be at most " + SourceFile.MAX_BYTES + " bytes but has " + Files.size(path));
        }
        return new SourceFile(
                folder(path),
                String.valueOf(path.getFileName()),
                Files.readAllBytes(path),
                Files.getLastModifiedTime(path).toInstant());
    }

    /** Of a path that names one; a file of the current folder has none. */
    private static String folder(Path path) {
        Path whole = path.toAbsolutePath().normalize();
        return path.getNameCount() > 1 && whole.getNameCount() > 1
                ? whole.getName(whole.getNameCount() - 2).toString()
                : "";
    }

    private static String reason(Path path, IOException e) {
        return Files.exists(path) ? String.valueOf(e.getMessage()) : "there is no such file";
    }
}
