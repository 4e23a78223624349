package io.tidemark.app.compare;

import io.tidemark.sinks.store.read.ImportRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs of one thing, compared with others.
 *
 * @param name as reports print it: a phase, or what the runs were named by
 * @param runs that count, in order of their start
 * @param leftOut why others do not, in sentences
 * @param invalid ids of runs that are INVALID
 */
public record ComparedSide(String name, List<ComparedRun> runs, List<String> leftOut, List<String> invalid) {
    private static final int MOST_FLAGS = 4;

    public ComparedSide {
        runs = List.copyOf(runs);
        leftOut = List.copyOf(leftOut);
        invalid = List.copyOf(invalid);
    }

    /** What must be known of its figures before they are believed, in sentences. */
    List<String> doubts() {
        List<String> doubts = new ArrayList<>(leftOut);
        runs.forEach(
                run -> run.flagMismatches().forEach(words -> doubts.add(name + ", run " + run.id() + ": " + words)));
        imported().ifPresent(doubts::add);
        List<String> flags = runs.stream()
                .flatMap(run -> run.steps().stream()
                        .flatMap(step -> step.flags().stream()
                                .map(flag -> name + " at " + step.load().words() + ", run " + run.id() + ": " + flag)))
                .toList();
        doubts.addAll(flags.subList(0, Math.min(MOST_FLAGS, flags.size())));
        if (flags.size() > MOST_FLAGS) {
            doubts.add(
                    name + ": " + (flags.size() - MOST_FLAGS) + " more flags of steps, which the runs' reports show");
        }
        return doubts;
    }

    /** From which tools its runs come, and what their files lack; empty where Tidemark measured all of them. */
    private Optional<String> imported() {
        List<ImportRow> marks =
                runs.stream().flatMap(run -> run.row().imported().stream()).toList();
        if (marks.isEmpty()) {
            return Optional.empty();
        }
        List<String> lacks =
                marks.stream().flatMap(mark -> mark.lacks().stream()).distinct().toList();
        return Optional.of(name + " was imported from "
                + marks.stream().map(ImportRow::tool).distinct().collect(Collectors.joining(", "))
                + (lacks.isEmpty() ? "" : ": " + String.join("; ", lacks)));
    }

    Stream<ComparedStep> steps() {
        return runs.stream().flatMap(run -> run.steps().stream());
    }

    /** Steps of all runs at one load. */
    List<ComparedStep> stepsAt(LoadLevel load) {
        return steps().filter(step -> step.load().equals(load)).toList();
    }

    /** Loads in order. */
    List<LoadLevel> loads() {
        return steps().map(ComparedStep::load).distinct().sorted().toList();
    }
}
