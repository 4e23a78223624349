package io.tidemark.app.cli.results;

import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.difference.RunVariance;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.transfer.TemporaryRunStore;
import io.tidemark.importers.run.ImportOptions;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.compare.SideSelector;
import io.tidemark.reports.compare.SideSelector.SideFilter;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.ResultReader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the runs are that are compared, and which of them count. */
final class ComparisonOptions {
    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Option(names = "--team", description = "Only runs of this team. Default: all teams.")
    private @Nullable String team;

    @Option(names = "--experiment", description = "Only phases of this experiment.")
    private @Nullable String experiment;

    @Option(
            names = "--last",
            paramLabel = "N",
            description = "Only the N newest runs of each phase. Those of a baseline are fixed. Default: all of them.")
    private int last = Integer.MAX_VALUE;

    @Option(
            names = "--allow-mismatch",
            description = "Compare runs whose workload, model, hardware or kind of load differ, and say so.")
    private boolean allowMismatch;

    /**
     * The sides, in order; those that are files are read without being stored. Where phases of two experiments have the same name, each side is called
     * as it was named.
     */
    List<ComparedSide> sides(CommandContext context, List<String> named) {
        List<ComparedSide> sides = named.stream()
                .map(name -> FileComparisonSide.named(name)
                        .map(FileComparisonSide::read)
                        .orElseGet(() -> choice(context, choice -> choice.side(name))))
                .toList();
        boolean isEachNamed = sides.stream().map(ComparedSide::name).distinct().count() == sides.size();
        return isEachNamed
                ? sides
                : IntStream.range(0, sides.size())
                        .mapToObj(at -> sides.get(at).named(named.get(at)))
                        .toList();
    }

    /** Every phase of an experiment. */
    List<ComparedSide> phases(CommandContext context, String name) {
        return choice(context, choice -> choice.phases(name));
    }

    Comparison compare(CommandContext context, List<String> named, ComparisonPolicy policy) {
        List<ComparedSide> sides = sides(context, named);
        return Comparison.of(
                sides,
                policy,
                mismatchPolicy(),
                learned(context, named, sides, policy),
                context.wallClock().instant());
    }

    Comparison.MismatchPolicy mismatchPolicy() {
        return allowMismatch ? Comparison.MismatchPolicy.ALLOWED : Comparison.MismatchPolicy.REFUSED;
    }

    /** Sides that are all files have no experiment in the store. */
    private RunVariance learned(
            CommandContext context, List<String> named, List<ComparedSide> sides, ComparisonPolicy policy) {
        return named.stream().allMatch(name -> FileComparisonSide.named(name).isPresent())
                ? RunVariance.NONE
                : choice(context, choice -> choice.runVariance(sides, policy));
    }

    private <T> T choice(CommandContext context, Function<SideSelector, T> use) {
        ResultReader results = store.open(context);
        return results.inSnapshot(snapshot -> use.apply(new SideSelector(snapshot, narrowing())));
    }

    private SideFilter narrowing() {
        OptionParser.requireAtLeast("--last", last, 1);
        return new SideFilter(Optional.ofNullable(team).map(OptionParser::team), Optional.ofNullable(experiment), last);
    }

    /**
     * Result files of other tools as a side of a comparison.
     *
     * @param files as they were given, apart by commas
     */
    private record FileComparisonSide(List<Path> files) {
        private static final int NAME_PARTS = 2;
        private static final Team TEAM = new Team("files");

        /** Empty where the first of these is no file: then it is the name of something else. */
        static Optional<FileComparisonSide> named(String named) {
            try {
                List<Path> files = Stream.of(named.split(",")).map(Path::of).toList();
                return Files.isRegularFile(files.get(0))
                        ? Optional.of(new FileComparisonSide(files))
                        : Optional.empty();
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
}
