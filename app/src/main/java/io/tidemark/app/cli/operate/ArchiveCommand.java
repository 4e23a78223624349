package io.tidemark.app.cli.operate;

import io.tidemark.reports.failure.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code tidemark serve archive} in the list of verbs. What it does has Flink on a class path of its own, which {@code bin/tidemark} starts. */
@Command(
        name = "archive",
        description = "Keep tokens and requests as Parquet files; its options: tidemark serve archive --help.")
final class ArchiveCommand implements Callable<Integer> {
    @Unmatched
    private final List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() {
        throw new InvalidInputException(
                "archive has a separate class path: use bin/tidemark serve archive " + String.join(" ", arguments));
    }
}
