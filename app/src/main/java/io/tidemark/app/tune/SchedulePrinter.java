package io.tidemark.app.tune;

import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.reports.compare.SweepSchedule;
import io.tidemark.reports.compare.SweepSchedule.PlannedStart;
import io.tidemark.schemas.ValueText;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A schedule in lines of text, for {@code tidemark tune PLAN --dry-run}: each configuration once, with the command that starts its server, then
 * every start with its time, then the total and the end.
 *
 * @param command the command line that starts the server of a phase
 * @param zone of the times of day
 */
public record SchedulePrinter(
        Plan plan, StartEstimates estimates, Function<PhasePlan, String> command, Instant begin, ZoneId zone) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final DateTimeFormatter DAY_AND_TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);
    private static final int MAX_NAME = 40;

    /** All lines, without line ends. */
    public List<String> lines(SweepSchedule schedule) {
        List<String> lines = new ArrayList<>();
        plan.sweep().ifPresent(sweep -> sweep.remarks().forEach(remark -> lines.add("note: " + remark)));
        Map<String, Integer> repeats = schedule.repeats();
        lines.add("%d configurations, %d starts in %d blocks"
                .formatted(repeats.size(), schedule.starts().size(), schedule.blocks()));
        schedule.cutInWords().ifPresent(lines::add);
        lines.add("");
        plan.phases().stream()
                .filter(phase -> repeats.containsKey(phase.name()))
                .forEach(phase -> configuration(phase, repeats.getOrDefault(phase.name(), 0), lines));
        lines.add("");
        starts(schedule, lines);
        lines.add("");
        lines.addAll(total(schedule));
        return lines;
    }

    private void configuration(PhasePlan phase, int repeats, List<String> lines) {
        lines.add("%s  %s  (%d x %s)"
                .formatted(phase.name(), flags(phase), repeats, ValueText.estimate(estimates.apply(phase.name()))));
        lines.add("    " + command.apply(phase));
    }

    private void starts(SweepSchedule schedule, List<String> lines) {
        int width = Math.min(
                MAX_NAME,
                schedule.starts().stream()
                        .mapToInt(start -> start.phase().length())
                        .max()
                        .orElse(0));
        lines.add(String.format(
                Locale.ROOT,
                "%5s  %5s  %-" + Math.max(width, 5) + "s  %-5s  %10s  %s",
                "start",
                "block",
                "phase",
                "at",
                "takes",
                "flags"));
        Instant at = begin;
        for (PlannedStart start : schedule.starts()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%5d  %5d  %-" + Math.max(width, 5) + "s  %s  %10s  %s",
                    start.number(),
                    start.block(),
                    start.phase(),
                    TIME.format(at.atZone(zone)),
                    ValueText.estimate(start.estimate()),
                    flags(plan.phase(start.phase()))));
            at = at.plus(start.estimate());
        }
    }

    private List<String> total(SweepSchedule schedule) {
        List<String> lines = new ArrayList<>();
        String length = ValueText.estimate(schedule.total());
        String end = DAY_AND_TIME.format(begin.plus(schedule.total()).atZone(zone));
        lines.add((estimates.areComplete() ? "takes about " : "takes more than ") + length + ", until " + end
                + schedule.budget()
                        .map(budget -> ", of a budget of " + ValueText.estimate(budget))
                        .orElse(""));
        lines.add(
                estimates.hasMeasuredStarts()
                        ? "a start takes what starts took so far"
                        : "a start is taken to need " + ValueText.estimate(StartEstimates.UNMEASURED_START)
                                + " until its server is ready; measured times replace that as soon as there are any");
        return lines;
    }

    /** Those that are set: one that is left out is not on the command line. */
    private static String flags(PhasePlan phase) {
        List<String> set = new TreeMap<>(phase.flags())
                .entrySet().stream()
                        .filter(flag -> !flag.getValue().equals(ServerPlan.DEFAULT_VALUE))
                        .map(flag -> flag.getKey() + "=" + flag.getValue())
                        .toList();
        return set.isEmpty() ? "no flags" : String.join(" ", set);
    }
}
