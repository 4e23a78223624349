package io.tidemark.reports.soak;

import io.tidemark.analysis.soak.SoakEpisode;
import io.tidemark.analysis.soak.SoakFinding;
import io.tidemark.analysis.soak.SoakFindingKind;
import io.tidemark.analysis.soak.SoakLevel;
import io.tidemark.analysis.soak.SoakMeasure;
import io.tidemark.analysis.soak.SoakStanding;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.ValueText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/** The findings of a soak in words: the reason is one sentence, the evidence is figures. */
public final class SoakFormat {
    private static final double BYTES_PER_MIB = 1L << 20;
    private static final double BYTES_PER_GIB = 1L << 30;

    private SoakFormat() {}

    /** "ttft_due p95 rose by 12.3 % against the first 3 hours". */
    public static String reason(SoakLevel level, SoakFinding finding) {
        String before = "the first " + reference(level, finding);
        return switch (finding.kind()) {
            case LATENCY_DRIFT ->
                finding.measure().label() + (finding.isWorse() ? " rose by " : " fell by ")
                        + ValueText.percent(Math.abs(finding.change())) + " against " + before;
            case THROUGHPUT_LOSS ->
                finding.measure().label() + " fell to " + ValueText.percent(finding.value() / finding.before()) + " of "
                        + before;
            case COMPLETION_LOSS ->
                ValueText.percent(finding.value()) + " of the requests that were due were completed, "
                        + ValueText.percent(finding.before()) + " in " + before;
            case MEMORY_GROWTH ->
                finding.measure().label() + " of the server grows by " + bytes(24 * finding.slopePerHour())
                        + " per day";
            case SILENT_EMPTY ->
                ValueText.percent(finding.value())
                        + " of the requests were answered with status 200 and without a token; "
                        + ValueText.percent(finding.before()) + " is allowed";
            case SERVER_RESTART -> "the server restarted " + ValueText.count(Math.round(finding.value()), "time");
        };
    }

    /** "412 ms -> 463 ms, +12.3 % (+8.1 % to +16.7 %), +9.1 ms per hour; 1,200 requests, 4 hours". */
    public static String evidence(SoakLevel level, SoakFinding finding) {
        return switch (finding.kind()) {
            case LATENCY_DRIFT, THROUGHPUT_LOSS -> change(finding) + slope(finding) + basis(level, finding);
            case COMPLETION_LOSS, SILENT_EMPTY ->
                ValueText.percent(finding.value()) + " ("
                        + ValueText.percent(finding.low()) + " to " + ValueText.percent(finding.high()) + ")"
                        + basis(level, finding);
            case MEMORY_GROWTH ->
                amount(finding.measure(), finding.before()) + " -> "
                        + amount(finding.measure(), finding.value()) + " over " + finding.periods() + " hours, "
                        + bytes(finding.slopePerHour()) + " per hour (" + bytes(finding.low()) + " to "
                        + bytes(finding.high()) + ")";
            case SERVER_RESTART -> "its counters began again, or its process has another start";
        };
    }

    private static String change(SoakFinding finding) {
        return amount(finding.measure(), finding.before()) + " -> " + amount(finding.measure(), finding.value()) + ", "
                + signed(finding.change()) + " (" + signed(finding.low()) + " to " + signed(finding.high()) + ")";
    }

    private static String slope(SoakFinding finding) {
        String sign = finding.slopePerHour() < 0 ? "-" : "+";
        return ", " + sign + amount(finding.measure(), Math.abs(finding.slopePerHour())) + " per hour";
    }

    private static String basis(SoakLevel level, SoakFinding finding) {
        return "; " + ValueText.count(finding.requests()) + " requests, " + count(level, finding.periods());
    }

    private static String reference(SoakLevel level, SoakFinding finding) {
        return finding.periods() == 2 ? word(level) : count(level, finding.periods() - 1);
    }

    private static String count(SoakLevel level, int periods) {
        return periods + " " + word(level) + (periods == 1 ? "" : "s");
    }

    /** "hour", "day". */
    public static String word(SoakLevel level) {
        return level.name().toLowerCase(Locale.ROOT);
    }

    /** A value of a measure with its unit. */
    public static String amount(SoakMeasure measure, double value) {
        return switch (measure.family()) {
            case LATENCY -> ValueText.latency(value);
            case THROUGHPUT -> ValueText.digits(value) + "/s";
            case SHARE -> ValueText.percent(value);
            case MEMORY -> bytes(value);
        };
    }

    private static String bytes(double bytes) {
        return Math.abs(bytes) < BYTES_PER_GIB
                ? ValueText.digits(bytes / BYTES_PER_MIB) + " MiB"
                : ValueText.digits(bytes / BYTES_PER_GIB) + " GiB";
    }

    private static String signed(double change) {
        return ValueText.change(change) + " %";
    }

    /**
     * "2026-11-25 14:20:00 UTC (segment 38): 305 ms -> 365 ms"; without a change point "2026-11-25 14:00:00 UTC, the first hour that shows it".
     */
    public static String began(SoakEpisode episode) {
        return episode.onset()
                .map(onset -> ValueFormat.stamp(instant(onset.fromMicros())) + " (segment " + onset.segment() + ")"
                        + (episode.newest().kind() == SoakFindingKind.SERVER_RESTART
                                ? ""
                                : ": " + amount(episode.newest().measure(), onset.before()) + " -> "
                                        + amount(episode.newest().measure(), onset.after())))
                .orElseGet(() -> ValueFormat.stamp(instant(episode.fromMicros())) + ", the first "
                        + word(episode.level()) + " that shows it");
    }

    /** "hours 7 to 12", "day 2", counted from 1. */
    public static String periods(SoakEpisode episode) {
        int first = episode.firstIndex() + 1;
        int last = episode.lastIndex() + 1;
        String word = word(episode.level());
        return first == last ? word + " " + first : word + "s " + first + " to " + last;
    }

    /** In one line: what a soak was. */
    public static String summary(SoakTimeline soak) {
        long drifted = soak.hours(SoakStanding.DRIFTED);
        long degraded = soak.hours(SoakStanding.DEGRADED);
        String counts = soak.hours().size() + " hours: " + degraded + " degraded, " + drifted + " drifted";
        Optional<SoakEpisode> first = soak.episodes().stream()
                .filter(episode -> episode.newest().isWorse())
                .findFirst();
        return "Soak " + soak.worst().word() + " (" + counts + ")"
                + first.map(episode -> "; first: " + reason(episode.level(), episode.newest()) + ", since "
                                + ValueFormat.stamp(instant(episode.beganMicros())))
                        .orElse("")
                + ".";
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
