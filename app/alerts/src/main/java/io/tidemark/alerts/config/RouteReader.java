package io.tidemark.alerts.config;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import io.tidemark.sinks.store.alert.Alert;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads {@code routes}. */
final class RouteReader {
    private final Set<String> receivers;

    /** @param receivers the names that there are */
    RouteReader(Set<String> receivers) {
        this.receivers = receivers;
    }

    List<Route> read(YamlSection root) {
        List<YamlSection> sections = root.sections("routes");
        List<Route> routes = new ArrayList<>();
        for (int i = 0; i < sections.size(); i++) {
            Route route = route(sections.get(i));
            boolean shadows = route.match().isEmpty() && !route.goOn() && i < sections.size() - 1;
            if (shadows) {
                sections.get(i).refuse("must be the last, or have continue: true, as it matches every alert");
            }
            routes.add(route);
        }
        return routes;
    }

    private Route route(YamlSection section) {
        Map<String, ImmutableSet<String>> match = new TreeMap<>();
        section.section("match").ifPresent(given -> readMatch(given, match));
        List<String> names = section.oneOrMore("receivers", AlertValueTypes.RECEIVER_NAME);
        if (!section.has("receivers") || section.isEmptyList("receivers")) {
            section.refuse("receivers", "must name at least one receiver");
        }
        names.stream()
                .filter(name -> !receivers.contains(name))
                .forEach(name -> section.refuse(
                        "receivers",
                        "must be names of receivers "
                                + receivers.stream().sorted().toList() + " but was " + name));
        boolean goOn = section.optional("continue", ValueTypes.SWITCH).orElse(false);
        section.refuseUnknownKeys();
        return new Route(ImmutableMap.copyOf(match), names, goOn);
    }

    private static void readMatch(YamlSection section, Map<String, ImmutableSet<String>> match) {
        put(match, "team", values(section, "team", AlertValueTypes.TEAM));
        List<AlertKind> kinds = values(section, "kind", AlertValueTypes.KIND);
        put(match, Alert.ALERTNAME, kinds.stream().map(AlertKind::alertname).toList());
        put(match, Alert.SEVERITY, values(section, "severity", AlertValueTypes.SEVERITY));
        put(match, "experiment", values(section, "experiment", ValueTypes.NAME));
        section.section("labels").ifPresent(labels -> {
            for (String label : labels.keys()) {
                put(match, label, values(labels, label, ValueTypes.TEXT));
            }
        });
        if (section.keys().isEmpty()) {
            section.refuse("must have one of team, kind, severity, experiment, labels; leave it out to match all");
        }
        section.refuseUnknownKeys();
    }

    private static <T> List<T> values(YamlSection section, String key, ValueType<T> type) {
        if (section.isEmptyList(key)) {
            section.refuse(key, "must list at least one value");
        }
        return section.oneOrMore(key, type);
    }

    private static void put(Map<String, ImmutableSet<String>> match, String label, List<String> values) {
        if (!values.isEmpty()) {
            match.put(label, ImmutableSet.copyOf(values));
        }
    }
}
