package io.tidemark.app.search;

import io.tidemark.analysis.search.Confirmation;
import io.tidemark.analysis.search.LoadInterval;
import io.tidemark.analysis.search.ObjectiveStand;
import io.tidemark.analysis.search.ProbeEnd;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.analysis.search.SearchCost;
import io.tidemark.analysis.search.Stand;
import io.tidemark.events.LoadKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a search says, in words. */
public final class SearchWords {
    private static final double LEAST_SHOWN = 0.0001;

    private final SearchOrder order;

    public SearchWords(SearchOrder order) {
        this.order = order;
    }

    /** {@code 38.3 req/s}, {@code 14 concurrent}. */
    public String load(double load) {
        return number(load) + unit();
    }

    private String unit() {
        return order.kind() == LoadKind.CONCURRENCY ? " concurrent" : " req/s";
    }

    private String number(double load) {
        return order.kind() == LoadKind.CONCURRENCY
                ? String.valueOf(Math.round(load))
                : String.format(Locale.ROOT, "%.3g", load);
    }

    /** Of a search that has begun, or is to. */
    List<String> expected(Forecast forecast) {
        SearchCost cost = forecast.probes();
        Duration confirmation = forecast.confirmation();
        Duration all = cost.expected().plus(confirmation);
        String takes = "about %s: some %d probes of %s to %s%s"
                .formatted(
                        Hours.words(all),
                        cost.probes(),
                        Hours.words(cost.clearProbe()),
                        Hours.words(cost.edgeProbe()),
                        confirmation.isZero() ? "" : ", and a confirmation of " + Hours.words(confirmation));
        return Stream.of(
                        Optional.of(takes + speed(forecast)),
                        order.budget().filter(budget -> !forecast.isGuess()).map(budget -> within(budget, cost, all)),
                        Optional.of(tooShort(forecast))
                                .filter(words -> !forecast.isGuess() && cost.isUndecidable(order.rules())))
                .flatMap(Optional::stream)
                .toList();
    }

    private String speed(Forecast forecast) {
        if (order.kind() == LoadKind.RATE) {
            return "";
        }
        return forecast.isGuess()
                ? ", if an answer takes " + Forecast.USUAL_ANSWER_SECONDS + " s: said again after the first probe"
                : String.format(
                        Locale.ROOT, ", by the %.3g requests/s of the first probe", forecast.requestsPerSecond());
    }

    private String tooShort(Forecast forecast) {
        long longest = (long) order.rules().mostBlocks() * ProbeRules.BLOCK_SECONDS;
        return String.format(
                Locale.ROOT,
                "the longest probe of %s may be too short: at %.3g requests/s even a clear load takes %s to decide; what is undecided neither holds nor breaks",
                Hours.words(Duration.ofSeconds(longest)),
                forecast.requestsPerSecond(),
                Hours.words(forecast.probes().clearNeeds()));
    }

    private String within(Duration budget, SearchCost cost, Duration all) {
        if (budget.compareTo(all) >= 0) {
            return "the budget of " + Hours.words(budget) + " is expected to do";
        }
        if (cost.probesWithin(budget) == 0) {
            return "the budget of " + Hours.words(budget)
                    + " is shorter than the shortest probe: it ends without a verdict on any load, unless one is so far beyond that requests pile up";
        }
        return "the budget of " + Hours.words(budget) + " allows about " + cost.probesWithin(budget) + " of the "
                + cost.probes() + " probes: then it ends with the interval as wide as it is by then";
    }

    /** One line of a probe. */
    String probe(ProbeResult result) {
        int binding = result.binding(order.rules().limits());
        ObjectiveStand seen = result.objectives().get(binding);
        return String.format(
                Locale.ROOT,
                "%-13s %-9s  %7s  %,7d requests count as %,5.0f  %s: %s bad, allowed %s%s",
                load(result.load()),
                result.stand() == Stand.OPEN
                        ? "undecided"
                        : result.stand().name().toLowerCase(Locale.ROOT),
                Hours.words(Duration.ofSeconds(Math.round(result.seconds()))),
                seen.n(),
                seen.effective(),
                objective(binding),
                percent(seen.share()),
                percent(order.rules().limits().get(binding)),
                result.end() == ProbeEnd.DECIDED ? "" : "   (" + result.end().words() + ")");
    }

    private String objective(int index) {
        ObjectiveState objective = order.plan().objectives().get(index);
        // The window and the time for which it is to be broken are of alerts, not of a load.
        return objective.getName().replaceFirst(" over .*", "");
    }

    private static String percent(double share) {
        if (share == 0) {
            return "0 %";
        }
        return share < LEAST_SHOWN ? "< 0.01 %" : String.format(Locale.ROOT, "%.3g %%", 100 * share);
    }

    /** The verdict, most important first. */
    public List<String> verdict(SearchOutcome outcome) {
        LoadInterval found = outcome.interval();
        return Stream.of(
                        Optional.of("Held: " + interval(found)),
                        binding(outcome),
                        near(outcome, Stand.NEAR, "Too near to the limit to tell: "),
                        near(outcome, Stand.OPEN, "Undecided, with too few requests to tell: "),
                        Optional.of(confirmation(outcome)),
                        outcome.isDoubted() ? Optional.of(doubt(outcome)) : Optional.<String>empty(),
                        found.monotone() || outcome.isDoubted()
                                ? Optional.<String>empty()
                                : Optional.of(
                                        "The loads contradict each other (one held above one that did not): search again, or look for what changed meanwhile"),
                        Optional.of("Ended after " + Hours.words(outcome.spent()) + ": " + outcome.words()))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Also of a search that goes on. */
    public String interval(LoadInterval found) {
        if (found.heldUpTo().isEmpty()) {
            return found.breaksFrom().isEmpty()
                    ? "nothing is known yet"
                    : "nothing of what was tried; " + load(found.breaksFrom().getAsDouble()) + " breaks";
        }
        String held = number(found.heldUpTo().getAsDouble());
        return found.breaksFrom().isEmpty()
                ? held + unit() + " or more: no load tried breaks"
                : "between " + held + " and " + load(found.breaksFrom().getAsDouble())
                        + String.format(Locale.ROOT, " (a factor of %.2f)", found.factor());
    }

    private Optional<String> binding(SearchOutcome outcome) {
        return outcome.search().results().stream()
                .filter(result -> result.stand() == Stand.BREAKS)
                .reduce((one, other) -> one.load() <= other.load() ? one : other)
                .map(result -> "What breaks first, at " + load(result.load()) + ": "
                        + objective(result.binding(order.rules().limits())));
    }

    private Optional<String> near(SearchOutcome outcome, Stand stand, String words) {
        List<String> loads = outcome.interval().near().stream()
                .filter(load ->
                        outcome.search().last(load).map(ProbeResult::stand).orElse(Stand.NEAR) == stand)
                .map(this::number)
                .toList();
        return loads.isEmpty() ? Optional.empty() : Optional.of(words + String.join(", ", loads) + unit());
    }

    /** What a confirmation that does not bear the interval out leaves of it. */
    private static String doubt(SearchOutcome outcome) {
        return switch (outcome.confirmation().orElseThrow().held()) {
            case PASS ->
                "Not borne out: the upper end passed, so what is said above reaches to the next load that broke, if one did";
            case FAIL ->
                "Not borne out: the lower end FAILED, so what is said above is of the next lower load that held, if one did";
            default -> "Not borne out: more requests (--repeats) decide whether the lower end holds";
        };
    }

    private String confirmation(SearchOutcome outcome) {
        if (outcome.confirmation().isEmpty()) {
            return "Not confirmed by a run of a fixed number of requests";
        }
        Confirmation done = outcome.confirmation().get();
        LoadInterval before = outcome.search().interval();
        String low = load(before.heldUpTo().orElseThrow()) + " " + word(done.held());
        return "Confirmation, a fixed number of requests judged as a run judges: "
                + (before.breaksFrom().isEmpty()
                        ? low
                        : low + ", " + load(before.breaksFrom().getAsDouble()) + " " + word(done.broke()));
    }

    private static String word(Verdict verdict) {
        return switch (verdict) {
            case PASS -> "passes";
            case FAIL -> "FAILS";
            default -> "is INCONCLUSIVE";
        };
    }
}
