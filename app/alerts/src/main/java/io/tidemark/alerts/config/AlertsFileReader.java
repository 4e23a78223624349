package io.tidemark.alerts.config;

import io.tidemark.alerts.kind.ExpectedRun;
import io.tidemark.producer.yaml.KnownKeys;
import io.tidemark.producer.yaml.StrictYamlFile;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
        List<Route> routes = new RouteReader(names(sections)).read(root);
        if (!root.has("routes") || root.isEmptyList("routes")) {
            root.refuse("routes", "must list at least one route, or nobody is notified");
        }
        return new AlertsFile(
                externalUrl,
                receivers,
                routes,
                RulesReader.read(root),
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
}
