package io.tidemark.console.detail;

import io.tidemark.analysis.soak.SoakEpisode;
import io.tidemark.analysis.soak.SoakRestart;
import io.tidemark.console.detail.SoakView.Mark;
import io.tidemark.console.detail.SoakView.MarkKind;
import io.tidemark.console.detail.SoakView.Point;
import io.tidemark.events.BreachState;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.reports.soak.SoakFormat;
import io.tidemark.reports.soak.SoakTimeline;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.StepNumber;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.SegmentRow;
import io.tidemark.sinks.store.read.step.StepRow;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts together what the store knows of a soak, on one axis of time. */
public final class SoakFigures {
    /** Breaches that are marked: more cannot be distinguished on a chart. */
    private static final int MOST_BREACHES = 500;

    private final ResultReader results;
    private final RunRow run;

    public SoakFigures(ResultReader results, RunRow run) {
        this.results = results;
        this.run = run;
    }

    /**
     * Of the step with most segments; empty where no step has several.
     *
     * @param alerts of the team
     */
    public Optional<SoakView> view(Metric metric, List<Alert> alerts) {
        return results.steps(run.key()).stream()
                .map(this::segments)
                .filter(segments -> segments.size() > 1)
                .max(Comparator.comparingInt(List::size))
                .map(segments -> view(segments, metric, alerts));
    }

    private List<SegmentRow> segments(StepRow step) {
        return results.segments(run.key(), step.step(), RequestClass.ALL);
    }

    private SoakView view(List<SegmentRow> segments, Metric metric, List<Alert> alerts) {
        SegmentRow first = segments.get(0);
        SoakPoints grouped = SoakPoints.of(segments);
        List<Point> points = grouped.points(metric);
        Optional<SoakTimeline> timeline = SoakTimeline.of(segments);
        return new SoakView(
                run.key().run(),
                StepNumber.of(first.step()),
                new LoadLevel(first.result().loadKind(), first.result().load()),
                metric.id(),
                grouped.tier(),
                segments.size(),
                timeline.map(SoakTimeline::worst),
                points,
                grouped.budgets(results.objectives(run.key())),
                marks(
                        timeline,
                        alerts,
                        points.get(0).from(),
                        points.get(points.size() - 1).until()));
    }

    private List<Mark> marks(Optional<SoakTimeline> timeline, List<Alert> alerts, Instant from, Instant until) {
        List<Mark> marks = new ArrayList<>();
        timeline.ifPresent(soak -> {
            soak.episodes().forEach(episode -> marks.add(change(episode)));
            soak.hours().stream()
                    .flatMap(hour -> hour.period().restarts().stream())
                    .map(SoakFigures::restart)
                    .forEach(marks::add);
        });
        results.breaches(run.key()).stream()
                .filter(breach -> breach.state() != BreachState.RETRACTED)
                .limit(MOST_BREACHES)
                .forEach(breach -> marks.add(breach(breach)));
        alerts.stream()
                .filter(alert -> run.key().run().equals(alert.labels().get("run")))
                .forEach(alert -> marks.add(alert(alert)));
        others(from, until).forEach(marks::add);
        tunes(from, until).forEach(marks::add);
        return marks.stream().sorted(Comparator.comparing(Mark::at)).toList();
    }

    private static Mark change(SoakEpisode episode) {
        return new Mark(
                MarkKind.CHANGE,
                instant(episode.beganMicros()),
                Optional.empty(),
                SoakFormat.periods(episode) + ", " + SoakFormat.reason(episode.level(), episode.newest()));
    }

    private static Mark restart(SoakRestart restart) {
        return new Mark(
                MarkKind.RESTART,
                instant(restart.fromMicros()),
                Optional.of(instant(restart.untilMicros())),
                "the server restarted" + (restart.count() > 1 ? " " + restart.count() + " times" : ""));
    }

    private static Mark breach(BreachRow breach) {
        return new Mark(MarkKind.BREACH, breach.opened(), breach.closed(), breach.objective());
    }

    private static Mark alert(Alert alert) {
        return new Mark(MarkKind.ALERT, alert.startsAt(), alert.endsAt(), alert.name() + ", " + alert.severity());
    }

    /** Runs of the experiment that began meanwhile with another configuration. */
    private Stream<Mark> others(Instant from, Instant until) {
        Map<String, String> own = run.origin().phaseConfig();
        return results.runs(RunFilter.team(run.key().team()).experiment(run.experiment())).stream()
                .filter(other -> !other.key().equals(run.key())
                        && !other.origin().phaseConfig().equals(own))
                .filter(other -> within(other.started(), from, until))
                .map(other -> new Mark(
                        MarkKind.CONFIGURATION,
                        other.started(),
                        other.ended(),
                        "phase " + other.phase() + " began: "
                                + description(other.origin().phaseConfig())));
    }

    private static String description(Map<String, String> flags) {
        return flags.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(flag -> flag.getKey() + " " + flag.getValue())
                .collect(Collectors.joining(", "));
    }

    private Stream<Mark> tunes(Instant from, Instant until) {
        RunKey key = run.key();
        return results.tunes().stream()
                .filter(tune ->
                        tune.team().equals(key.team()) && tune.experiment().equals(run.experiment()))
                .filter(tune -> within(tune.started(), from, until))
                .map(tune -> new Mark(
                        MarkKind.TUNE,
                        tune.started(),
                        Optional.empty(),
                        "tune " + tune.tune() + (tune.winner().isEmpty() ? "" : ", winner " + tune.winner())));
    }

    private static boolean within(Instant at, Instant from, Instant until) {
        return !at.isBefore(from) && !at.isAfter(until);
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
