package io.tidemark.app.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What came of trials, a row for each kind or pair: how often a breach opened, and what it named. */
final class MovedTable {
    private final List<MovedTrial> trials = new ArrayList<>();

    void add(MovedTrial trial) {
        trials.add(trial);
    }

    /** The share of breaches whose first signal is right; where nothing went wrong, of those that named none. */
    double rightShare() {
        List<MovedTrial> broken = broken(trials);
        return (double) broken.stream().filter(MovedTrial::isRight).count() / broken.size();
    }

    /** The share of breaches that name every fault. */
    double allNamedShare() {
        List<MovedTrial> broken = broken(trials);
        return (double) broken.stream().filter(MovedTrial::allNamed).count() / broken.size();
    }

    String text() {
        StringBuilder text =
                new StringBuilder("| what goes wrong | breaches | right first | all named | silent | no breach |\n");
        text.append("|---|---|---|---|---|---|\n");
        trials.stream()
                .map(MovedTrial::what)
                .distinct()
                .forEach(what -> text.append(row(
                        what,
                        trials.stream()
                                .filter(trial -> trial.what().equals(what))
                                .toList())));
        return text.toString();
    }

    private static String row(String what, List<MovedTrial> all) {
        List<MovedTrial> broken = broken(all);
        return String.format(
                Locale.ROOT,
                "| %s | %d | %d | %d | %d | %d |%n",
                what,
                broken.size(),
                broken.stream().filter(MovedTrial::rightFirst).count(),
                broken.stream().filter(MovedTrial::allNamed).count(),
                broken.stream().filter(trial -> trial.named().isEmpty()).count(),
                all.size() - broken.size());
    }

    private static List<MovedTrial> broken(List<MovedTrial> all) {
        return all.stream().filter(trial -> trial.breach().isPresent()).collect(Collectors.toList());
    }
}
