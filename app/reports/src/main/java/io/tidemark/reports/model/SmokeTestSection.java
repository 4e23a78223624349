package io.tidemark.reports.model;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.model.SmokeChecks.SmokeCheck;
import java.util.Comparator;
import java.util.List;

/**
 * The verdict of a smoke test: whether client, server and pipeline work together at all, each check beside what good looks like. The checks
 * and their bounds are those that a vLLM benchmark's users wrote down for theirs; nothing is reported of an SLO.
 */
public final class SmokeTestSection {
    /** Steps with at most so many requests are a smoke test. */
    private static final long MAX_REQUESTS = 100;

    /** A terminal shows the first rows of a long table only. */
    private static final List<Tone> WORST_FIRST = List.of(Tone.BAD, Tone.DOUBT, Tone.PLAIN, Tone.MUTED, Tone.GOOD);

    private final ReportModel model;

    public SmokeTestSection(ReportModel model) {
        this.model = model;
    }

    /** Whether no step was meant for more: all had few requests, and no SLO was declared. What other tools measured was not meant by us. */
    static boolean isSmokeTest(ReportModel model) {
        List<StepReport> steps =
                model.runs().stream().flatMap(run -> run.steps().stream()).toList();
        return !model.hasObjectives()
                && !steps.isEmpty()
                && model.runs().stream().allMatch(run -> !run.isImported())
                && steps.stream().allMatch(step -> step.counts().due() <= MAX_REQUESTS);
    }

    public List<Block> blocks() {
        List<SmokeCheck> checks = checks();
        if (checks.isEmpty()) {
            return List.of(new Block.Headline("Smoke test: nothing was measured.", Tone.BAD));
        }
        return List.of(
                headline(checks),
                new Columns<SmokeCheck>()
                        .left("smoke check", SmokeCheck::name)
                        .left("phase", SmokeCheck::phase)
                        .left("found", SmokeCheck::found)
                        .left("what good looks like", SmokeCheck::expected)
                        .leftCell("verdict", check -> new Cell(check.verdict(), check.tone()))
                        .table(checks.stream()
                                .sorted(Comparator.comparing(check -> WORST_FIRST.indexOf(check.tone())))
                                .toList()),
                Block.muted(
                        "A smoke test shows that the setup works, not how fast it is: too few requests for percentiles of"
                                + " the tail, and no SLO is judged. Orientation, not a limit: a 20 B model on an A100 or H100, 256 tokens in"
                                + " and 128 out, 8 in flight: TTFT p50 50-200 ms, p95 100-400 ms, E2E p50 1-3 s, p95 1.5-5 s, 5-15"
                                + " requests per second."));
    }

    private static Block headline(List<SmokeCheck> checks) {
        long good = checks.stream().filter(check -> check.tone() == Tone.GOOD).count();
        boolean bad = checks.stream().anyMatch(check -> check.tone() == Tone.BAD);
        String verdict = bad ? "FAILED" : good == checks.size() ? "passed" : "passed, with warnings";
        return new Block.Headline(
                "Smoke test " + verdict + ": " + good + " of " + checks.size() + " checks passed.",
                bad ? Tone.BAD : good == checks.size() ? Tone.GOOD : Tone.DOUBT);
    }

    private List<SmokeCheck> checks() {
        return model.runs().stream()
                .filter(run -> !run.steps().isEmpty())
                .flatMap(run -> SmokeChecks.of(run).stream())
                .toList();
    }
}
