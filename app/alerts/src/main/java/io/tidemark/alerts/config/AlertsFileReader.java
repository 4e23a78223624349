package io.tidemark.alerts.config;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.alerts.kind.ExpectedRun;
import io.tidemark.alerts.kind.RuleSettings;
import io.tidemark.producer.yaml.KnownKeys;
import io.tidemark.producer.yaml.StrictYamlFile;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import io.tidemark.sinks.store.alert.Alert;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/** Reads {@code alerts.yaml}. */
public final class AlertsFileReader {
    private static final Duration GRACE = Duration.ofHours(1);

    private AlertsFileReader() {}

    /**
     * Reads a file.
     *
     * @param environment the variables that secrets may be in
     * @throws io.tidemark.producer.yaml.InvalidYamlException listing every problem with its line
     */
    public static AlertsFile read(Path file, Map<String, String> environment) {
        return StrictYamlFile.read(file, root -> alertsFile(root, context(file, environment)));
    }

    /** The same of a text, noting the keys that are asked for. */
    public static AlertsFile parse(String text, Path file, Map<String, String> environment, KnownKeys keys) {
        return StrictYamlFile.parse(text, file.toString(), keys, root -> alertsFile(root, context(file, environment)));
    }

    private static FileContext context(Path file, Map<String, String> environment) {
        Path folder = file.toAbsolutePath().getParent();
        return new FileContext(folder == null ? Path.of("/") : folder, environment);
    }

    private static AlertsFile alertsFile(YamlSection root, FileContext context) {
        Optional<URI> externalUrl = root.optional("external_url", AlertValueTypes.BASE_URL);
        ReceiverReader reader = new ReceiverReader(context);
        Connection usual = root.section("connection")
                .map(section -> reader.connection(section, Connection.DEFAULT))
                .orElse(Connection.DEFAULT);
        List<YamlSection> sections = root.sections("receivers");
        List<ReceiverConfig> receivers = sections.stream()
                .flatMap(section -> reader.read(section, usual).stream())
                .toList();
        if (!root.has("receivers") || root.isEmptyList("receivers")) {
            root.refuse("receivers", "must list at least one receiver");
        }
        List<Route> routes = routes(root, names(sections));
        if (!root.has("routes") || root.isEmptyList("routes")) {
            root.refuse("routes", "must list at least one route, or nobody is notified");
        }
        return new AlertsFile(
                externalUrl,
                receivers,
                routes,
                rules(root),
                root.optional("inhibit", ValueTypes.SWITCH).orElse(true),
                expected(root));
    }

    /** Also of receivers with problems, so that their routes do not have another. */
    private static Set<String> names(List<YamlSection> receivers) {
        Set<String> names = new HashSet<>();
        for (YamlSection receiver : receivers) {
            receiver.optional("name", ValueTypes.TEXT)
                    .filter(name -> !names.add(name))
                    .ifPresent(name -> receiver.refuse("name", "must be unique but " + name + " is given twice"));
        }
        return names;
    }

    private static List<ExpectedRun> expected(YamlSection root) {
        List<ExpectedRun> expected = new ArrayList<>();
        for (YamlSection section : root.sections("expect")) {
            expected.add(new ExpectedRun(
                    section.optional("team", AlertValueTypes.TEAM),
                    section.required("experiment", ValueTypes.NAME, ""),
                    section.optional("phase", ValueTypes.NAME),
                    section.required("every", ValueTypes.DURATION, GRACE),
                    section.optional("grace", ValueTypes.DURATION_OR_ZERO).orElse(GRACE)));
            section.refuseUnknownKeys();
        }
        return expected;
    }

    private static List<Route> routes(YamlSection root, Set<String> receivers) {
        List<YamlSection> sections = root.sections("routes");
        List<Route> routes = new ArrayList<>();
        for (int i = 0; i < sections.size(); i++) {
            Route route = route(sections.get(i), receivers);
            if (route.match().isEmpty() && !route.goOn() && i < sections.size() - 1) {
                sections.get(i).refuse("must be the last, or have continue: true, as it matches every alert");
            }
            routes.add(route);
        }
        return routes;
    }

    private static Route route(YamlSection section, Set<String> receivers) {
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

    /** What the file leaves out is as by default. */
    private static ImmutableMap<AlertKind, RuleSettings> rules(YamlSection root) {
        Map<AlertKind, RuleSettings> rules = new EnumMap<>(AlertKind.class);
        Optional<YamlSection> given = root.section("rules");
        for (AlertKind kind : AlertKind.values()) {
            RuleSettings settings = given.flatMap(section -> section.section(kind.alertname()))
                    .map(rule -> settings(kind, rule))
                    .orElseGet(kind::defaults);
            rules.put(kind, settings);
        }
        given.ifPresent(YamlSection::refuseUnknownKeys);
        return ImmutableMap.copyOf(rules);
    }

    private static RuleSettings settings(AlertKind kind, YamlSection rule) {
        RuleSettings usual = kind.defaults();
        OptionalDouble limit = rule.optional("limit", AlertValueTypes.limit(kind.limitUnit()))
                .map(OptionalDouble::of)
                .orElse(usual.limit());
        RuleSettings settings = new RuleSettings(
                rule.optional("for", ValueTypes.DURATION_OR_ZERO).orElse(usual.holdFor()),
                rule.optional("urgent", ValueTypes.SWITCH).orElse(usual.urgent()),
                rule.optional("severity", AlertValueTypes.SEVERITY).orElse(usual.severity()),
                resolveAfter(kind, rule),
                limit);
        rule.refuseUnknownKeys();
        return settings;
    }

    /** An alert whose condition ends by itself is resolved then, and never before. */
    private static Duration resolveAfter(AlertKind kind, YamlSection rule) {
        Duration usual = kind.defaults().resolveAfter();
        if (usual.isZero() && rule.has("resolve_after")) {
            rule.refuse("resolve_after", "must be left out: an alert of this kind ends with its condition");
        }
        return rule.optional("resolve_after", ValueTypes.DURATION_OR_ZERO).orElse(usual);
    }
}
