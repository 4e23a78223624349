package io.tidemark.app.cli.diagnose;

import io.tidemark.schemas.files.FileMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether other users of this machine may read or change what Tidemark keeps, and the files of passwords that it was given. */
final class FileModeChecks {
    private static final String SUBJECT = "file modes";

    private FileModeChecks() {}

    /** @param paths folders and files; of a folder that only its owner may enter, nothing below needs to be looked at */
    static List<Finding> findings(List<Path> paths) {
        List<Finding> open = new ArrayList<>();
        for (Path path : paths.stream().distinct().filter(Files::exists).toList()) {
            try {
                FileMode.of(path).flatMap(FileModeChecks::openness).ifPresent(open::add);
            } catch (IOException e) {
                open.add(Finding.failed(SUBJECT, "the mode of " + path + " cannot be read: " + e.getMessage(), ""));
            }
        }
        return open.isEmpty()
                ? List.of(Finding.ok(SUBJECT, "home, store and files of passwords are this user's alone"))
                : open;
    }

    private static Optional<Finding> openness(FileMode mode) {
        String fact = mode.path() + " has mode " + mode.text();
        String mended = "`chmod " + (Files.isDirectory(mode.path()) ? "700 " : "600 ") + mode.path() + "`";
        if (mode.othersMayUse()) {
            return Optional.of(Finding.failed(SUBJECT, fact + ", every user of this machine can use it", mended));
        }
        return mode.groupMayUse()
                ? Optional.of(Finding.note(SUBJECT, fact + ", its group can use it", mended + " if that is not meant"))
                : Optional.empty();
    }
}
