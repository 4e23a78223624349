package io.tidemark.reports.validity;

import io.tidemark.events.Finality;
import io.tidemark.events.Outcome;
import io.tidemark.events.RunStatus;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.model.IntervalBasis;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.OptionalLong;

/** Section 2: whether the figures can be relied on. */
public final class ValiditySection {
    private static final String NOT_KNOWN = "not known";

    private static final Columns<RunReport> COLUMNS = new Columns<RunReport>()
            .left("phase", RunReport::phase)
            .left("run", RunReport::id)
            .leftCell("measured", run -> new Cell(status(run), tone(run)))
            .right("sent, on time or late", ValiditySection::sent)
            .right("client lag p99", ValiditySection::lag)
            .right("n per step", run -> isCounted(run) ? requests(run) : NOT_KNOWN)
            .right("errors", run -> isCounted(run) ? errors(run) : NOT_KNOWN)
            .right("dropped", run -> run.isImported() ? NOT_KNOWN : ValueText.count(dropped(run)))
            .leftCell("results", ValiditySection::finality);

    private final ReportModel model;

    public ValiditySection(ReportModel model) {
        this.model = model;
    }

    /** Reasons not to use figures. They stand before the answer. */
    public List<Block> alarms() {
        List<Block> alarms = new ArrayList<>();
        model.runs().forEach(run -> alarms.addAll(runAlarms(run)));
        model.excluded().forEach(description -> alarms.add(new Block.Callout(description + ".", Tone.DOUBT)));
        if (!model.sameWorkload()) {
            alarms.add(new Block.Callout(
                    "The runs had different workloads, so their figures cannot be compared.", Tone.BAD));
        }
        alarms.addAll(AnswerQualityTable.warnings(model));
        if (!model.sameSlo()) {
            alarms.add(new Block.Callout(
                    "The runs were judged by different SLOs, so their held loads cannot be compared.", Tone.BAD));
        }
        return alarms;
    }

    /** What limits the use of figures: it is part of what the answer rests on. */
    public List<Block> caveats() {
        List<Block> caveats = new ArrayList<>(ImportedRunsTable.warnings(model));
        caveats.addAll(RunRemarks.caveats(model));
        return caveats;
    }

    /** Remarks that need no action: they form the appendix. */
    public List<Block> remarks() {
        return RunRemarks.blocks(model);
    }

    /** The validity of each run in one line. */
    public List<Block> validityLines() {
        return model.runs().stream().<Block>map(ValiditySection::validityLine).toList();
    }

    private static Block validityLine(RunReport run) {
        return new Block.Paragraph(summary(run), run.valid() ? Tone.PLAIN : Tone.BAD);
    }

    /** Validity, client error and the basis of intervals, for a terminal. */
    public List<Block> summary() {
        List<Block> lines = new ArrayList<>();
        model.runs().forEach(run -> {
            lines.add(validityLine(run));
            ClientErrorTable.summary(run)
                    .ifPresent(description -> lines.add(Block.muted(run.phase() + ": " + description)));
        });
        lines.add(Block.muted("intervals: " + new IntervalBasis(model).shortText()));
        return lines;
    }

    public List<Block> blocks() {
        List<Block> blocks = new ArrayList<>(validity());
        blocks.addAll(ImportedRunsTable.blocks(model));
        List<Block> details = new ArrayList<>(ClientErrorTable.blocks(model));
        details.addAll(PublishingTable.blocks(model));
        details.addAll(LoadTable.blocks(model));
        blocks.add(new Block.Details("Client error, publishing, load and prefix cache", details));
        return blocks;
    }

    private List<Block> validity() {
        return List.of(
                COLUMNS.table(model.runs()),
                Block.plain(new IntervalBasis(model).sentence()),
                Block.muted(
                        "Sent, on time or late: the lowest share of its due requests that a step sent at all. A step that sent"
                                + " too few of them on time (the plan's limits.sent_share, by default 98 %) is INVALID: the"
                                + " client was the bottleneck. Client lag: sent - due; with a concurrency cap,"
                                + " from when a slot was free. Events that the client had"
                                + " to throw away make the run INVALID too. A request that is not ok counts as slower than any"
                                + " limit."));
    }

    private static List<Block> runAlarms(RunReport run) {
        List<Block> alarms = new ArrayList<>();
        String name = run.phase() + ", run " + run.id();
        if (!run.valid()) {
            alarms.add(new Block.Callout(
                    name + " is INVALID; do not use its figures: "
                            + String.join("; ", run.run().invalidReasons()),
                    Tone.BAD));
        }
        run.run()
                .notes()
                .targetFailure()
                .ifPresent(description -> alarms.add(new Block.Callout(name + ": " + description + ".", Tone.BAD)));
        if (run.run().status() == RunStatus.ABORTED) {
            alarms.add(new Block.Callout(name + " was aborted: the rest of its plan is missing.", Tone.DOUBT));
        }
        if (run.lost()) {
            alarms.add(new Block.Callout(
                    name + " is lost: " + run.run().lost().orElseThrow().reason()
                            + ". Everything that it had not published is missing.",
                    Tone.BAD));
        }
        if (run.running()) {
            alarms.add(new Block.Callout(name + " is still running: its figures will change.", Tone.DOUBT));
        }
        return alarms;
    }

    private static String summary(RunReport run) {
        if (run.isImported()) {
            return run.phase() + ": imported (run " + run.id() + ")"
                    + (run.steps().isEmpty() ? "" : "; the share sent and the client lag are not known");
        }
        return run.phase() + ": sent " + sent(run) + " of what was due, on time or late, client lag p99 "
                + lag(run) + ", " + ValueText.count(dropped(run)) + " requests dropped: " + status(run) + " (run "
                + run.id() + ")";
    }

    /** Another tool's run was not checked by us. */
    private static Tone tone(RunReport run) {
        if (run.isImported()) {
            return Tone.PLAIN;
        }
        return switch (run.run().status()) {
            case ENDED -> endedTone(run);
            case INVALID -> Tone.BAD;
            case RUNNING -> run.lost() ? Tone.BAD : Tone.DOUBT;
            case ABORTED, UNKNOWN -> Tone.DOUBT;
        };
    }

    /** Tables may have figures without saying of how many requests. */
    private static boolean isCounted(RunReport run) {
        return !run.isImported()
                || run.steps().stream().anyMatch(step -> step.counts().due() > 0);
    }

    private static String status(RunReport run) {
        return switch (run.run().status()) {
            case ENDED -> ended(run);
            case INVALID -> "INVALID";
            case ABORTED -> "ABORTED";
            case RUNNING -> run.lost() ? "lost" : "still running";
            case UNKNOWN -> "unknown";
        };
    }

    private static Tone endedTone(RunReport run) {
        if (run.run().notes().targetFailure().isPresent()) {
            return Tone.BAD;
        }
        boolean good = !run.steps().isEmpty() && run.steps().stream().allMatch(StepReport::isValid);
        return good ? Tone.GOOD : Tone.DOUBT;
    }

    private static String ended(RunReport run) {
        if (run.isImported()) {
            return "imported";
        }
        if (run.run().notes().targetFailure().isPresent()) {
            return "TARGET FAILED";
        }
        if (run.steps().isEmpty()) {
            return "no step has a result";
        }
        long invalid = run.steps().stream().filter(step -> !step.isValid()).count();
        return invalid == 0
                ? "VALID"
                : "VALID except " + invalid + " of " + run.steps().size() + " steps";
    }

    /** Files of other tools have what was sent, and not what was due. */
    private static String sent(RunReport run) {
        if (run.isImported()) {
            return NOT_KNOWN;
        }
        return ValueText.percent(
                run.steps().stream().mapToDouble(StepReport::sentShare).min().orElse(1));
    }

    private static String lag(RunReport run) {
        OptionalLong worst = run.steps().stream()
                .flatMapToLong(step -> step.result().scheduleLagP99Nanos().stream())
                .max();
        return worst.isPresent() ? ValueText.latency(worst.getAsLong()) : NOT_KNOWN;
    }

    private static String requests(RunReport run) {
        LongSummaryStatistics due =
                run.steps().stream().mapToLong(step -> step.counts().due()).summaryStatistics();
        if (due.getCount() == 0) {
            return ValueText.count(0);
        }
        String least = ValueText.count(due.getMin());
        return due.getMin() == due.getMax() ? least : least + "-" + ValueText.count(due.getMax());
    }

    private static String errors(RunReport run) {
        return ValueText.count(
                run.steps().stream().mapToLong(StepReport::failed).sum());
    }

    private static long dropped(RunReport run) {
        return run.steps().stream()
                .mapToLong(step -> step.counts().outcomes().getOrDefault(Outcome.DROPPED, 0L))
                .sum();
    }

    private static Cell finality(RunReport run) {
        long open = run.steps().stream().filter(step -> !step.result().isOver()).count();
        long lacking = run.steps().stream()
                .filter(step -> step.result().finality() == Finality.INCOMPLETE)
                .count();
        if (run.steps().isEmpty()) {
            return run.quality().isEmpty() ? new Cell("none yet", Tone.DOUBT) : Cell.of("quality only");
        }
        if (open > 0) {
            return new Cell(open + " of " + run.steps().size() + " provisional", Tone.DOUBT);
        }
        return lacking == 0
                ? Cell.of("all final")
                : new Cell(lacking + " of " + run.steps().size() + " lack events", Tone.DOUBT);
    }
}
