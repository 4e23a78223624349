package io.tidemark.archive;

import io.tidemark.archive.job.ArchiveException;
import java.nio.file.Path;
import picocli.CommandLine;

/** Main class of the job's jar, for {@code flink run}: submits the job and returns; never ends the process, which may be the cluster's own. */
public final class ArchiveOnCluster {
    private ArchiveOnCluster() {}

    public static void main(String[] arguments) {
        ArchiveCommand command =
                new ArchiveCommand(Path.of("tidemark"), System.out::println, System.err::println, flink -> {});
        CommandLine line = Archive.line(command);
        int code = line.execute(arguments);
        if (code != 0) {
            throw new ArchiveException("the job was not submitted (exit code " + code + ")");
        }
    }
}
