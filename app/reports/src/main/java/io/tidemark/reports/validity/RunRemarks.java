package io.tidemark.reports.validity;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.EarlyEnd;
import io.tidemark.schemas.FlagMismatch;
import io.tidemark.schemas.IncompleteSignals;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.RunNotes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a run says of itself in words: its first request, how prompts were counted, its workers, and what is doubtful about a step. */
final class RunRemarks {
    private RunRemarks() {}

    /** What changes how figures are to be read. */
    static List<Block> caveats(ReportModel model) {
        return model.runs().stream()
                .flatMap(run ->
                        Stream.concat(mismatches(run), run.steps().stream().flatMap(step -> caveats(run, step))))
                // In a search's report it is no doubt: every probe has it.
                .filter(description -> !(model.isOfSearch() && EarlyEnd.isOfProbe(description)))
                .<Block>map(description -> new Block.Callout(description, Tone.DOUBT))
                .toList();
    }

    /** Its figures are not of the configuration that its name promises. */
    private static Stream<String> mismatches(RunReport run) {
        return run.measured().flagMismatches().stream().map(remark -> run.phase() + ": " + remark + ".");
    }

    private static Stream<String> caveats(RunReport run, StepReport step) {
        List<List<String>> ofSegments = step.detail().segments().stream()
                .map(segment -> segment.result().flags())
                .toList();
        Stream<String> flags = StepFlags.of(step.measured().flags(), ofSegments).stream();
        Optional<String> tokens = TokenCountSource.caveat(step);
        String where = run.phase() + " at " + step.loadText() + ": ";
        return Stream.concat(flags, tokens.stream()).map(description -> where + description + ".");
    }

    static List<Block> blocks(ReportModel model) {
        List<String> remarks =
                model.runs().stream().flatMap(run -> remarks(run).stream()).toList();
        return remarks.isEmpty() ? List.of() : List.of(new Block.Bullets(remarks));
    }

    private static List<String> remarks(RunReport run) {
        String phase = run.phase() + ": ";
        RunNotes notes = run.run().notes();
        List<String> remarks = new ArrayList<>();
        firstRequest(notes).ifPresent(description -> remarks.add(phase + description));
        if (run.run().lanes().size() > 1) {
            remarks.add(phase + "measured by " + run.run().lanes().size() + " workers: "
                    + String.join(", ", run.run().lanes()) + ".");
        }
        if (!notes.tokenCounting().isEmpty()) {
            remarks.add(phase + "lengths of prompts were counted by " + notes.tokenCounting() + ".");
        }
        notes.allRemarks().stream()
                .filter(remark -> !FlagMismatch.isRemark(remark))
                .forEach(remark -> remarks.add(phase + remark));
        return remarks;
    }

    /** The request that was sent alone before the first step, and is in no table. */
    private static Optional<String> firstRequest(RunNotes notes) {
        if (notes.firstRequestE2eNanos().isEmpty()) {
            return Optional.empty();
        }
        String ttft =
                ValueFormat.known(notes.firstRequestTtftNanos(), nanos -> "TTFT " + ValueText.latency(nanos) + ", ");
        String served = ValueFormat.known(
                notes.servedBefore(), before -> "; the server had served " + ValueText.count(before) + " before it");
        return Optional.of("the first request, sent alone and counted in no other figure: " + ttft + "E2E "
                + ValueFormat.known(notes.firstRequestE2eNanos(), ValueText::latency) + served + ".");
    }

    /** The flags of a step and of its segments, each once. Incomplete signals are one flag, although each segment states a time of its own. */
    static final class StepFlags {
        private StepFlags() {}

        static List<String> of(List<String> ofStep, List<List<String>> ofSegments) {
            Stream<String> others = Stream.concat(
                            ofStep.stream(), ofSegments.stream().flatMap(List::stream))
                    .filter(flag -> !IncompleteSignals.isFlag(flag));
            return Stream.concat(others.distinct(), incompleteSignals(ofStep, ofSegments))
                    .toList();
        }

        private static Stream<String> incompleteSignals(List<String> ofStep, List<List<String>> ofSegments) {
            List<String> own = ofStep.stream().filter(IncompleteSignals::isFlag).toList();
            if (!own.isEmpty()) {
                return own.stream().limit(1);
            }
            long segments = ofSegments.stream()
                    .filter(flags -> flags.stream().anyMatch(IncompleteSignals::isFlag))
                    .count();
            return segments == 0 ? Stream.empty() : Stream.of(IncompleteSignals.ofSegments(segments));
        }
    }
}
