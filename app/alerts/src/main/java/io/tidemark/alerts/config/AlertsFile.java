package io.tidemark.alerts.config;

import com.google.common.collect.ImmutableMap;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.alerts.kind.ExpectedRun;
import io.tidemark.alerts.kind.RuleSettings;
import io.tidemark.sinks.store.alert.Alert;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What {@code alerts.yaml} says.
 *
 * @param externalUrl of the console that links lead to
 * @param routes in the order of the file: the first that matches counts
 * @param rules of every kind
 * @param inhibit whether an alert that another one explains is kept back
 */
public record AlertsFile(
        Optional<URI> externalUrl,
        List<ReceiverConfig> receivers,
        List<Route> routes,
        ImmutableMap<AlertKind, RuleSettings> rules,
        boolean inhibit,
        List<ExpectedRun> expected) {
    public AlertsFile {
        receivers = List.copyOf(receivers);
        routes = List.copyOf(routes);
        expected = List.copyOf(expected);
    }

    /** The names of the receivers of an alert, each once; empty if no route matches. */
    public List<String> receiversOf(Alert alert) {
        Set<String> names = new LinkedHashSet<>();
        for (Route route : routes) {
            if (!route.matches(alert)) {
                continue;
            }
            names.addAll(route.receivers());
            if (!route.goOn()) {
                break;
            }
        }
        return List.copyOf(names);
    }

    /** What the rule of a kind is set to. */
    public RuleSettings rule(AlertKind kind) {
        return rules.getOrDefault(kind, kind.defaults());
    }
}
