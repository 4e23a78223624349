package io.tidemark.reports.validity;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.EarlyEnd;
import io.tidemark.schemas.FlagMismatch;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.RunNotes;
import io.tidemark.sinks.store.read.step.StepStateRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** What a run says of itself in words: its first request, how prompts were counted, its workers, and what is doubtful about a step. */
final class RunRemarks {
    private final ReportModel model;

    RunRemarks(ReportModel model) {
        this.model = model;
    }

    /** What changes how figures are to be read. */
    List<Block> caveats() {
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
        return run.run().notes().remarks().stream()
                .filter(FlagMismatch::isRemark)
                .map(remark -> run.run().phase() + ": " + remark + ".");
    }

    private static Stream<String> caveats(RunReport run, StepReport step) {
        List<String> ofState = step.detail().state().map(StepStateRow::flags).orElse(List.of());
        List<String> ofStep =
                Stream.concat(ofState.stream(), step.result().flags().stream()).toList();
        List<List<String>> ofSegments = step.detail().segments().stream()
                .map(segment -> segment.result().flags())
                .toList();
        Stream<String> flags = StepFlags.of(ofStep, ofSegments).stream();
        Optional<String> tokens = TokenCountSource.caveat(step);
        String where = run.run().phase() + " at " + ValueText.load(step.loadKind(), step.load()) + ": ";
        return Stream.concat(flags, tokens.stream()).map(description -> where + description + ".");
    }

    List<Block> blocks() {
        List<String> remarks =
                model.runs().stream().flatMap(run -> remarks(run).stream()).toList();
        return remarks.isEmpty() ? List.of() : List.of(new Block.Bullets(remarks));
    }

    private static List<String> remarks(RunReport run) {
        String phase = run.run().phase() + ": ";
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
        notes.remarks().stream()
                .filter(remark -> !FlagMismatch.isRemark(remark))
                .forEach(remark -> remarks.add(phase + remark));
        return remarks;
    }

    /** The request that was sent alone before the first step, and is in no table. */
    private static Optional<String> firstRequest(RunNotes notes) {
        if (notes.firstRequestE2eNanos().isEmpty()) {
            return Optional.empty();
        }
        String ttft = latency(notes.firstRequestTtftNanos())
                .map(text -> "TTFT " + text + ", ")
                .orElse("");
        String served = notes.servedBefore().isPresent()
                ? "; the server had served "
                        + ValueText.count(notes.servedBefore().getAsLong()) + " before it"
                : "";
        return Optional.of("the first request, sent alone and counted in no other figure: " + ttft + "E2E "
                + latency(notes.firstRequestE2eNanos()).orElse("") + served + ".");
    }

    private static Optional<String> latency(OptionalLong nanos) {
        return nanos.isPresent() ? Optional.of(ValueText.latency((double) nanos.getAsLong())) : Optional.empty();
    }
}
