package io.tidemark.reports.model;

import io.tidemark.events.BreachState;
import io.tidemark.sinks.store.read.BreachRow;
import java.util.HashMap;
import java.util.Map;

/** Numbers of a report's breaches, from 1 by run and opening, so that pictures and tables speak of the same ones. */
public final class BreachNumbers {
    private final Map<String, Integer> numbers = new HashMap<>();

    /** Retracted ones have none. */
    public BreachNumbers(ReportModel model) {
        model.runs().stream()
                .flatMap(run -> run.breaches().stream())
                .filter(breach -> breach.state() != BreachState.RETRACTED)
                .forEach(breach -> numbers.putIfAbsent(key(breach), numbers.size() + 1));
    }

    /** "3"; empty for one that was retracted. */
    public String of(BreachRow breach) {
        Integer number = numbers.get(key(breach));
        return number == null ? "" : number.toString();
    }

    private static String key(BreachRow breach) {
        return breach.run().run() + "/" + breach.breach();
    }
}
