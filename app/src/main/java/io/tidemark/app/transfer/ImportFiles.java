package io.tidemark.app.transfer;

import io.tidemark.importers.ResultImporter;
import io.tidemark.importers.file.SourceFile;
import io.tidemark.importers.run.ImportOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads files to import. */
final class ImportFiles {
    private ImportFiles() {}

    /** The runs of all that can be read, and why the others cannot, a message each. */
    static ResultImporter.ImportResult read(List<Path> paths, ImportOptions terms) {
        List<SourceFile> files = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        for (Path path : paths) {
            try {
                files.add(file(path));
            } catch (IOException e) {
                errors.add(path + ": cannot be read: " + reason(path, e));
            }
        }
        ResultImporter.ImportResult read = ResultImporter.read(files, terms);
        errors.addAll(read.errors());
        return new ResultImporter.ImportResult(read.runs(), errors);
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
