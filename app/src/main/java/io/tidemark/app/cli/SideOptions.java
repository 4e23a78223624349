package io.tidemark.app.cli;

import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.RunVariance;
import io.tidemark.app.CommandException;
import io.tidemark.app.Surroundings;
import io.tidemark.app.compare.ComparedSide;
import io.tidemark.app.compare.Comparison;
import io.tidemark.app.compare.SideChoice;
import io.tidemark.app.compare.SideChoice.Narrowing;
import io.tidemark.sinks.store.read.ResultReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the runs are that are compared, and which of them count. */
final class SideOptions {
    @Mixin
    private final StoreOption store = new StoreOption();

    @Option(names = "--team", description = "Only runs of this team. Default: all teams.")
    private @Nullable String team;

    @Option(names = "--experiment", description = "Only phases of this experiment.")
    private @Nullable String experiment;

    @Option(
            names = "--last",
            paramLabel = "N",
            description = "Only the N newest runs of each phase. Default: all of them.")
    private int last = Integer.MAX_VALUE;

    @Option(
            names = "--allow-unlike",
            description = "Compare runs whose workload, model, hardware or kind of load differ, and say so.")
    private boolean allowUnlike;

    /** The sides, in order; those that are files are read without being stored. */
    List<ComparedSide> sides(Surroundings surroundings, List<String> named) {
        return named.stream()
                .map(name -> FileSide.named(name)
                        .map(FileSide::read)
                        .orElseGet(() -> choice(surroundings, choice -> choice.side(name))))
                .toList();
    }

    /** Every phase of an experiment. */
    List<ComparedSide> phases(Surroundings surroundings, String name) {
        return choice(surroundings, choice -> choice.phases(name));
    }

    Comparison compare(Surroundings surroundings, List<String> named, ComparisonPolicy policy) {
        List<ComparedSide> sides = sides(surroundings, named);
        return Comparison.of(
                sides,
                policy,
                unlike(),
                learned(surroundings, named, sides, policy),
                surroundings.wallClock().instant());
    }

    Comparison.Unlike unlike() {
        return allowUnlike ? Comparison.Unlike.ALLOWED : Comparison.Unlike.REFUSED;
    }

    /** Sides that are all files have no experiment in the store. */
    private RunVariance learned(
            Surroundings surroundings, List<String> named, List<ComparedSide> sides, ComparisonPolicy policy) {
        return named.stream().allMatch(name -> FileSide.named(name).isPresent())
                ? RunVariance.NONE
                : choice(surroundings, choice -> choice.learned(sides, policy));
    }

    private <T> T choice(Surroundings surroundings, Function<SideChoice, T> use) {
        ResultReader results = store.open(surroundings);
        return results.inSnapshot(snapshot -> use.apply(new SideChoice(snapshot, narrowing())));
    }

    private Narrowing narrowing() {
        if (last < 1) {
            throw CommandException.usage("--last must be >= 1 but was " + last);
        }
        return new Narrowing(Optional.ofNullable(team).map(Options::team), Optional.ofNullable(experiment), last);
    }
}
