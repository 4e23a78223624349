package io.tidemark.app.tune;

import io.tidemark.analysis.tune.TuneForecast;
import io.tidemark.events.LoadKind;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.tune.TunePlan;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.ValueText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What a search over configurations would do, in lines for people.
 *
 * @param command the command line that starts the server of a phase
 * @param now when it would begin
 */
record SearchForecastFormat(Plan plan, Function<PhasePlan, String> command, Instant now) {
    /** The candidates, and what the budget buys. */
    List<String> lines(TunePlan asked) {
        List<String> lines = new ArrayList<>(phases());
        TuneForecast forecast;
        try {
            forecast = TuneForecast.of(SearchStarts.settings(asked, LoadKind.RATE, plan.seed()));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("tune: " + e.getMessage());
        }
        lines.add("");
        lines.add("  budget    " + ValueText.estimate(asked.budget()) + ", until "
                + ValueFormat.stamp(now.plus(asked.budget())) + " at the latest");
        lines.add("  search    " + seconds(forecast.searchSeconds()) + ": " + forecast.fewestTrials() + " to "
                + forecast.mostTrials() + " starts");
        lines.add("  finals    " + seconds(forecast.finalSeconds()) + " are set aside: " + forecast.finalStarts()
                + " starts, interleaved, of the best " + asked.finals().challengers() + " and the default");
        if (asked.heldOut().isPresent()) {
            lines.add("  held out  each of them measures the held-out workload too, which takes half of that time");
        }
        return lines;
    }

    private List<String> phases() {
        List<String> lines = new ArrayList<>();
        lines.add("  " + plan.phases().size() + " configurations:");
        for (PhasePlan phase : plan.phases()) {
            lines.add("  " + phase.name());
            lines.add("      " + command.apply(phase));
        }
        return lines;
    }

    private static String seconds(double seconds) {
        return ValueText.estimate(Duration.ofSeconds(Math.round(seconds)));
    }
}
