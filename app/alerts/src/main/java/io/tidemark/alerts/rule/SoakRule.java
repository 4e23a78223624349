package io.tidemark.alerts.rule;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.analysis.soak.SoakEpisode;
import io.tidemark.analysis.soak.SoakFindingKind;
import io.tidemark.analysis.soak.SoakHistory;
import io.tidemark.analysis.soak.SoakSegment;
import io.tidemark.analysis.soak.SoakVerdict;
import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.StepResult;
import io.tidemark.reports.soak.SoakFormat;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.time.EpochMicros;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.Annotation;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Soaks whose hours or days became worse than their first ones. */
final class SoakRule {
    /** A soak without a new segment for so long is over, whatever its run says. */
    private static final Duration FORGOTTEN_AFTER = Duration.ofDays(1);
    /** For so long after a run's end its last segments are waited for. */
    private static final Duration SEGMENTS_WITHIN = Duration.ofMinutes(1);

    private static final String FINDING = "finding";

    private final ActiveAlerts alerts;
    private final Facts facts;
    /** By run, as the facts have them: they are large, and looked at in every round. */
    private final Map<String, SoakFact> soaks = new HashMap<>();
    /** By run that ended: since when no segment of it was read, on the process' own clock. */
    private final Map<String, Long> quietSinceNanos = new HashMap<>();

    SoakRule(ActiveAlerts alerts, Facts facts) {
        this.alerts = alerts;
        this.facts = facts;
        SoakFact.all(facts).forEach(soak -> soaks.put(soak.run(), soak));
    }

    /** Whether an alert of a soak is about its requests, and not about memory or a restart alone. */
    static boolean isOfRequests(Alert alert) {
        String finding = alert.labels().getOrDefault(FINDING, "");
        return Stream.of(
                        SoakFindingKind.LATENCY_DRIFT, SoakFindingKind.THROUGHPUT_LOSS, SoakFindingKind.COMPLETION_LOSS)
                .anyMatch(kind -> name(kind).equals(finding));
    }

    /** @param nanos of a clock that never jumps */
    void on(StepResult result, long nanos) {
        boolean over = result.getFinality() == Finality.FINAL || result.getFinality() == Finality.INCOMPLETE;
        boolean hasTime =
                result.getMeasureUntil() != null && result.getMeasureUntil().isAfter(result.getMeasureFrom());
        if (result.getSegment() == null
                || !over
                || !hasTime
                || !result.getRequestClass().equals(RequestClass.ALL)) {
            return;
        }
        Optional<SoakFact> known = Optional.ofNullable(soaks.get(result.getRun()));
        if (known.isPresent() && known.get().step() > result.getStep()) {
            return;
        }
        known.filter(soak -> soak.step() < result.getStep())
                .ifPresent(soak -> resolveAll(soak, "the soak ended: another step began"));
        SoakSegment segment = SoakSegment.of(result);
        SoakFact soak = known.filter(fact -> fact.step() == result.getStep()).orElseGet(() -> begin(result, segment));
        SoakHistory.Progress progress = soak.history().with(segment);
        SoakFact next = soak.with(progress.history(), alerts.now());
        soaks.put(next.run(), next);
        facts.put(SoakFact.key(next.run()), next);
        quietSinceNanos.computeIfPresent(next.run(), (run, since) -> nanos);
        progress.verdicts().stream().reduce((earlier, later) -> later).ifPresent(verdict -> tell(next, verdict));
    }

    private SoakFact begin(StepResult result, SoakSegment first) {
        Map<String, String> labels =
                new HashMap<>(RunFact.alertLabelsOf(facts, result.getExperiment(), result.getPhase(), result.getRun()));
        labels.put("step", Words.step(result.getStep()));
        labels.put("target", result.getTarget());
        return new SoakFact(
                result.getRun(),
                result.getStep(),
                labels,
                ValueText.load(result.getLoadKind(), result.getLoad()),
                EpochMicros.of(alerts.now()),
                SoakHistory.begin(result.getLoadKind() == LoadKind.CONCURRENCY, first));
    }

    private void tell(SoakFact soak, SoakVerdict newest) {
        Map<SoakFindingKind, List<SoakEpisode>> held = soak.history().episodes().stream()
                .filter(episode -> episode.newest().isWorse())
                .collect(Collectors.groupingBy(
                        episode -> episode.newest().kind(),
                        () -> new EnumMap<>(SoakFindingKind.class),
                        Collectors.toList()));
        ImmutableSet<String> names = held.keySet().stream().map(SoakRule::name).collect(ImmutableSet.toImmutableSet());
        Instant end = RunFact.instant(newest.period().untilMicros());
        for (Alert alert : alerts.matching(AlertKind.SOAK_DRIFT, ofStep(soak))) {
            String name = alert.labels().getOrDefault(FINDING, "");
            if (!names.contains(name)) {
                alerts.resolveAll(
                        AlertKind.SOAK_DRIFT,
                        Map.of("run", soak.run(), "step", Words.step(soak.step()), FINDING, name),
                        end,
                        "it is gone in the newest "
                                + SoakFormat.word(newest.period().level()) + "s");
            }
        }
        held.forEach((kind, episodes) -> alerts.raise(draft(soak, kind, episodes)));
    }

    private AlertDraft draft(SoakFact soak, SoakFindingKind kind, List<SoakEpisode> episodes) {
        SoakEpisode worst = episodes.stream()
                .max(Comparator.comparingDouble(
                        episode -> Math.abs(episode.newest().change())))
                .orElseThrow();
        SoakEpisode first = episodes.stream()
                .min(Comparator.comparingLong(SoakEpisode::beganMicros))
                .orElseThrow();
        long from = episodes.stream().mapToLong(SoakEpisode::fromMicros).min().orElseThrow();
        return alerts.draft(AlertKind.SOAK_DRIFT, soak.labels(), RunFact.instant(from))
                .label(FINDING, name(kind))
                .annotation(
                        Annotation.SUMMARY,
                        SoakFormat.reason(worst.level(), worst.newest()) + ", in step " + Words.step(soak.step())
                                + " of run " + soak.run())
                .annotation(
                        Annotation.VALUE,
                        episodes.stream().map(SoakRule::evidence).collect(Collectors.joining("; ")))
                .annotation(Annotation.SINCE, SoakFormat.began(first))
                .annotation(Annotation.AFFECTED, "target " + soak.labels().get("target") + " at " + soak.load())
                .annotation(Annotation.CONFIGURATION, "none: both are times of one run")
                .annotation(
                        Annotation.CERTAINTY,
                        "Shown by " + worst.shown() + " " + SoakFormat.word(worst.level())
                                + (worst.shown() == 1 ? "" : "s")
                                + "; fewer than 1 in 100 steady soaks show anything.");
    }

    private static String evidence(SoakEpisode episode) {
        return SoakFormat.reason(episode.level(), episode.newest()) + " ("
                + SoakFormat.evidence(episode.level(), episode.newest()) + ")";
    }

    private static String name(SoakFindingKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static ImmutableMap<String, String> ofStep(SoakFact soak) {
        return ImmutableMap.of("run", soak.run(), "step", Words.step(soak.step()));
    }

    /** Ends the soaks of runs that ended, and those of which nothing was read for a day. */
    void tick(long nanos) {
        for (SoakFact soak : List.copyOf(soaks.values())) {
            boolean ended =
                    RunFact.of(facts, soak.run()).flatMap(RunFact::ended).isPresent();
            boolean waited = ended
                    && nanos - quietSinceNanos.computeIfAbsent(soak.run(), first -> nanos) >= SEGMENTS_WITHIN.toNanos();
            boolean forgotten = soak.read().plus(FORGOTTEN_AFTER).isBefore(alerts.now());
            if (waited || forgotten) {
                resolveAll(soak, ended ? "the soak ended" : "no segment of the soak was read for a day");
                soaks.remove(soak.run());
                facts.remove(SoakFact.key(soak.run()));
                quietSinceNanos.remove(soak.run());
            }
        }
    }

    private void resolveAll(SoakFact soak, String reason) {
        alerts.resolveAll(AlertKind.SOAK_DRIFT, ofStep(soak), alerts.now(), reason);
    }
}
