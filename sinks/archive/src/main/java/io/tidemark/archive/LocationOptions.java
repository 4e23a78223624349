package io.tidemark.archive;

import io.tidemark.archive.job.ArchiveException;
import io.tidemark.archive.job.ArchiveOptions;
import io.tidemark.archive.job.ResumePoint;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the archive is. */
final class LocationOptions {
    private static final String CHECKPOINTS = "_checkpoints";

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description =
                    "Folder of the archive; on a cluster a URI that every task manager can write to, such as s3://bucket/archive.")
    private @Nullable String out;

    @Option(
            names = "--checkpoints",
            paramLabel = "DIR",
            description =
                    "Folder of the job's checkpoints, of this archive alone. Default: " + CHECKPOINTS + " in --out.")
    private @Nullable String checkpoints;

    ArchiveOptions.Location location() {
        URI archive = uri("--out", String.valueOf(out));
        URI kept = checkpoints == null ? URI.create(archive + "/" + CHECKPOINTS) : uri("--checkpoints", checkpoints);
        return new ArchiveOptions.Location(archive, kept);
    }

    /** A folder of this machine unless it says otherwise. */
    static URI uri(String option, String given) {
        if (!given.contains(":/")) {
            return ResumePoint.folder(
                    Path.of(given).toAbsolutePath().normalize().toUri());
        }
        try {
            return ResumePoint.folder(URI.create(given));
        } catch (IllegalArgumentException e) {
            throw new ArchiveException(
                    option + " must be a folder or its URI but was \"" + given + "\": " + e.getMessage(), e);
        }
    }
}
