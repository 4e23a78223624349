package io.tidemark.app.search;

import io.tidemark.analysis.search.LimitDecision;
import io.tidemark.analysis.search.LoadInterval;
import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.analysis.search.ObjectiveDecision;
import io.tidemark.analysis.search.ProbeEnd;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.analysis.search.SearchForecast;
import io.tidemark.events.LoadKind;
import io.tidemark.producer.slo.ObjectiveSyntax;
import io.tidemark.schemas.ValueText;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a search says, in words. */
public record SearchFormat(SearchRequest order) {
    /** An interval that is wider says little of where a server's limit is. */
    private static final double USEFUL = 1.25;

    /** A load that is tried, as its run has it: {@code 38.316 req/s}, {@code 14 concurrent}. */
    public String load(double load) {
        return ValueText.load(order.kind(), load);
    }

    private String unit() {
        return " " + ValueText.loadUnit(order.kind());
    }

    /** An end of an interval, which is an estimate. */
    private String number(double load) {
        return order.kind() == LoadKind.CONCURRENCY ? ValueText.count(Math.round(load)) : ValueText.digits(load);
    }

    /** Of a search that has begun, or is to. */
    public List<String> expected(BudgetForecast expected) {
        SearchForecast forecast = expected.forecast();
        if (forecast.maxDuration().toSeconds() < ProbeRules.MIN_SECONDS) {
            return List.of("the budget of " + ValueText.estimate(order.budget())
                    + " is shorter than the shortest probe: it may end without knowing any load");
        }
        String buys = Double.isInfinite(forecast.factor())
                ? "the budget of " + ValueText.estimate(order.budget())
                        + " is not expected to show both ends of the interval"
                : String.format(
                        Locale.ROOT,
                        "an interval within a factor of about %.2f after about %s",
                        forecast.factor(),
                        ValueText.estimate(forecast.spent()));
        String probes = String.format(
                Locale.ROOT,
                "%s: about %s, %s each, if %.0f requests count as one%s",
                buys,
                ValueText.count(forecast.probes(), "probe"),
                range(ValueText.estimate(forecast.minDuration()), ValueText.estimate(forecast.maxDuration())),
                SearchForecast.DESIGN_EFFECT,
                expected.isGuess()
                        ? " and an answer takes " + BudgetForecast.USUAL_ANSWER_SECONDS
                                + " s: updated after the first probe"
                        : "");
        return List.of(probes);
    }

    private static String range(String least, String most) {
        return least.equals(most) ? most : least + " to " + most;
    }

    /** One line of a probe. */
    public String probe(ProbeResult result) {
        int binding = result.binding(order.rules().limits());
        ObjectiveDecision seen = result.objectives().get(binding);
        return String.format(
                Locale.ROOT,
                "%-13s %-9s  %10s  %,7d requests count as %,5.0f  %s: %s bad, allowed %s%s",
                load(result.load()),
                result.decision() == LimitDecision.OPEN
                        ? "undecided"
                        : result.decision().name().toLowerCase(Locale.ROOT),
                ValueText.estimate(Duration.ofSeconds(Math.round(result.seconds()))),
                seen.n(),
                seen.effective(),
                objective(binding),
                ValueText.percent(seen.share()),
                ValueText.percent(order.rules().limits().get(binding)),
                result.end() == ProbeEnd.DECIDED ? "" : "   (" + result.end().description() + ")");
    }

    private String objective(int index) {
        return ObjectiveSyntax.asked(order.plan().objectives().get(index));
    }

    /** The verdict, most important first. */
    public List<String> verdict(SearchOutcome outcome) {
        LoadInterval found = outcome.interval();
        return Stream.of(
                        Optional.of("Held: " + interval(found) + mostLikely(outcome) + estimated(outcome)),
                        binding(outcome),
                        width(outcome),
                        found.monotone()
                                ? Optional.<String>empty()
                                : Optional.of(
                                        "The loads contradict each other (one held above one that did not): search again, or find the change during the search"),
                        Optional.of(
                                "Ended after " + ValueText.estimate(outcome.duration()) + ": " + outcome.endReason()))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Where the interval is wider than asked: by how much longer a search it is expected to become as narrow. */
    private Optional<String> width(SearchOutcome outcome) {
        LoadInterval found = outcome.interval();
        double asked = 1 + order.range().resolution();
        if (!found.isClosed()
                || order.range()
                        .isFine(
                                found.heldUpTo().getAsDouble(),
                                found.failsFrom().getAsDouble())) {
            return Optional.empty();
        }
        String budgets = Stream.of(USEFUL, asked)
                .distinct()
                .filter(factor ->
                        outcome.ended() == SearchOutcome.Ended.BUDGET && factor >= asked && factor < found.factor())
                .flatMap(factor -> BudgetForecast.budgetUntil(factor, order, outcome).stream()
                        .map(budget -> String.format(
                                Locale.ROOT, "a factor of %.2f after %s", factor, ValueText.estimate(budget))))
                .collect(Collectors.joining(", "));
        return Optional.of(String.format(
                Locale.ROOT,
                "Wider than the requested factor of %.2f: %s",
                asked,
                budgets.isEmpty()
                        ? "a longer --budget narrows it"
                        : "a longer --budget narrows it. Expected: " + budgets + " in all"));
    }

    /** Also of a search that goes on. */
    public String interval(LoadInterval found) {
        if (found.heldUpTo().isEmpty()) {
            return found.failsFrom().isEmpty()
                    ? "nothing is known yet"
                    : "less than " + number(found.failsFrom().getAsDouble()) + unit();
        }
        String held = number(found.heldUpTo().getAsDouble());
        return found.failsFrom().isEmpty()
                ? "at least " + held + unit()
                : "between " + held + " and " + number(found.failsFrom().getAsDouble()) + unit()
                        + String.format(Locale.ROOT, " (a factor of %.2f)", found.factor());
    }

    /** Where both ends are known: the load that what is held is as likely below as above. */
    private String mostLikely(SearchOutcome outcome) {
        return outcome.interval().isClosed()
                ? outcome.search()
                        .estimate()
                        .map(estimate -> ", most likely "
                                + number(order.range().whole() ? Math.floor(estimate.load()) : estimate.load()))
                        .orElse("")
                : "";
    }

    /** Where every probe is undecided, the interval is all that is known of any load. */
    private static String estimated(SearchOutcome outcome) {
        LoadInterval found = outcome.interval();
        boolean isKnown = found.heldUpTo().isPresent() || found.failsFrom().isPresent();
        boolean isDecided =
                outcome.search().results().stream().anyMatch(result -> result.decision() != LimitDecision.OPEN);
        return isKnown && !isDecided
                ? "; no probe decided by itself: this is the " + ValueText.percent(LoadSearch.CONFIDENCE)
                        + " interval of a curve that is fitted to all probes"
                : "";
    }

    private Optional<String> binding(SearchOutcome outcome) {
        return outcome.search().results().stream()
                .filter(result -> result.decision() == LimitDecision.BREAKS)
                .reduce((one, other) -> one.load() <= other.load() ? one : other)
                .map(result -> "What breaks first, at " + load(result.load()) + ": "
                        + objective(result.binding(order.rules().limits())));
    }
}
