package io.tidemark.archive;

import java.nio.file.Path;
import java.time.Clock;
import picocli.CommandLine;

/** Main class of the job's jar, for {@code flink run}: submits the job and returns; never ends the process, which may be the cluster's own. */
public final class ArchiveOnCluster {
    private ArchiveOnCluster() {}

    public static void main(String[] arguments) throws Exception {
        ArchiveJobCommand command = new ArchiveJobCommand(
                Path.of("tidemark"),
                Clock.systemUTC(),
                new Console(System.out::println, System.err::println),
                flink -> {});
        CommandLine line = Archive.line(command);
        if (!CommandLine.printHelpIfRequested(line.parseArgs(arguments))) {
            command.call();
        }
    }
}
