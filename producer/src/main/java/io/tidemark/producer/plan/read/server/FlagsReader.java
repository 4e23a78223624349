package io.tidemark.producer.plan.read.server;

import io.tidemark.producer.plan.secret.SecretNames;
import io.tidemark.producer.yaml.YamlNode;
import io.tidemark.producer.yaml.YamlNode.Empty;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlNode.Scalar;
import io.tidemark.producer.yaml.YamlSection;
import io.tidemark.producer.yaml.YamlToJson;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads server flags: a single value as it stands, a mapping or a list as JSON, which is how servers take them on a command line. */
public final class FlagsReader {
    private FlagsReader() {}

    /** The key {@code flags}, in the order of the file; empty when absent. */
    public static Map<String, String> read(YamlSection section) {
        Map<String, String> flags = new LinkedHashMap<>();
        section.tree("flags")
                .ifPresent(tree -> tree.entries().forEach((name, entry) -> {
                    if (entry.value() instanceof Empty) {
                        section.refuse(
                                "flags." + name, "must have a value: true sets a switch, default leaves the flag out");
                        return;
                    }
                    flags.put(name, text(entry.value()));
                    refuseSecrets(section, name, entry.value());
                }));
        return flags;
    }

    private static String text(YamlNode value) {
        return value instanceof Scalar scalar ? scalar.text() : YamlToJson.toJson(value);
    }

    private static void refuseSecrets(YamlSection section, String name, YamlNode value) {
        String rule = "must be left out, because the plan is stored with the run and published";
        if (SecretNames.isKey(name)) {
            section.refuse("flags." + name, rule);
        } else if (value instanceof Mapping) {
            SecretNames.within(value, "flags." + name).forEach(path -> section.refuse(path, rule));
        }
    }
}
