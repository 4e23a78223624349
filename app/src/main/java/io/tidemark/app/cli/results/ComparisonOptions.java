package io.tidemark.app.cli.results;

import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.difference.RunVariance;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.compare.SideSelector;
import io.tidemark.reports.compare.SideSelector.SideFilter;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.sinks.store.read.ResultReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
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
        if (last < 1) {
            throw new InvalidInputException("--last must be >= 1 but was " + last);
        }
        return new SideFilter(Optional.ofNullable(team).map(OptionParser::team), Optional.ofNullable(experiment), last);
    }
}
