package io.tidemark.app.tune;

import io.tidemark.analysis.tune.TuneForecast;
import io.tidemark.app.run.PlanDuration;
import io.tidemark.app.search.DurationFormat;
import io.tidemark.events.LoadKind;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.tune.TunePlan;
import io.tidemark.reports.compare.PhaseOrder;
import io.tidemark.reports.exit.CommandException;
import io.tidemark.reports.format.ValueFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a tune would do, in lines for a terminal.
 *
 * @param commands command line of each phase's server
 * @param now when it would begin
 */
record TuneScheduleFormat(Plan plan, Map<String, String> commands, Instant now) {
    /** Every start in its order. */
    List<String> sweep(PhaseOrder order) {
        Duration each = PlanDuration.of(plan).estimate().plus(TunePlan.DEFAULT_START_UP);
        List<String> lines = new ArrayList<>(phases());
        lines.add("");
        for (PhaseOrder.ScheduledRun run : order.runs()) {
            lines.add(String.format("  start %-4d block %-3d %s", run.number(), run.block(), run.phase()));
        }
        Duration all = each.multipliedBy(order.runs().size());
        lines.add("");
        lines.add("  " + order.runs().size() + " starts of about " + DurationFormat.format(each) + " each: "
                + DurationFormat.format(all) + ", until " + ValueFormat.stamp(now.plus(all))
                + ", if a server takes " + DurationFormat.format(TunePlan.DEFAULT_START_UP) + " to start");
        return lines;
    }

    /** The candidates, and what the budget buys. */
    List<String> search(TunePlan asked) {
        List<String> lines = new ArrayList<>(phases());
        TuneForecast forecast;
        try {
            forecast = TuneForecast.of(SearchStarts.settings(asked, LoadKind.RATE, plan.seed()));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("tune: " + e.getMessage());
        }
        lines.add("");
        lines.add("  budget    " + DurationFormat.format(asked.budget()) + ", until "
                + ValueFormat.stamp(now.plus(asked.budget())) + " at the latest");
        lines.add("  search    " + seconds(forecast.searchSeconds()) + ": " + forecast.fewestTrials() + " to "
                + forecast.mostTrials() + " starts");
        lines.add("  finals    " + seconds(forecast.finalSeconds()) + " are set aside: " + forecast.finalStarts()
                + " starts, interleaved, of the best " + asked.finals().challengers() + " and the default");
        return lines;
    }

    private List<String> phases() {
        List<String> lines = new ArrayList<>();
        lines.add("  " + plan.phases().size() + " configurations:");
        for (PhasePlan phase : plan.phases()) {
            lines.add("  " + phase.name());
            lines.add("      " + commands.getOrDefault(phase.name(), ""));
        }
        return lines;
    }

    private static String seconds(double seconds) {
        return DurationFormat.format(Duration.ofSeconds(Math.round(seconds)));
    }
}
