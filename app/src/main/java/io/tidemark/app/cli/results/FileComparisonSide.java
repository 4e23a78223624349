package io.tidemark.app.cli.results;

import io.tidemark.app.transfer.TemporaryRunStore;
import io.tidemark.importers.run.ImportOptions;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.SideSelector;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Result files of other tools as a side of a comparison.
 *
 * @param files as they were given, apart by commas
 */
record FileComparisonSide(List<Path> files) {
    private static final int NAME_PARTS = 2;
    private static final Team TEAM = new Team("files");

    /** Empty where the first of these is no file: then it is the name of something else. */
    static Optional<FileComparisonSide> named(String named) {
        try {
            List<Path> files = Stream.of(named.split(",")).map(Path::of).toList();
            return Files.isRegularFile(files.get(0)) ? Optional.of(new FileComparisonSide(files)) : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** "v1/run-0.json and 4 more". */
    private String name() {
        Path first = files.get(0);
        int parts = first.getNameCount();
        String name = first.subpath(Math.max(0, parts - NAME_PARTS), parts).toString();
        return files.size() == 1 ? name : name + " and " + (files.size() - 1) + " more";
    }

    /** @throws InvalidInputException naming every file that cannot be read, and why */
    ComparedSide read() {
        try (TemporaryRunStore runs = TemporaryRunStore.importFiles(files, TEAM, ImportOptions.NONE)) {
            return SideSelector.ofRuns(name(), runs.reader(), runs.runs());
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(String.valueOf(e.getMessage()));
        }
    }
}
