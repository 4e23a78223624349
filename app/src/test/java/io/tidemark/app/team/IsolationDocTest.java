package io.tidemark.app.team;

import io.tidemark.app.docs.DocBlock;
import io.tidemark.schemas.Team;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.apache.kafka.common.resource.PatternType;
import org.junit.jupiter.api.Test;

/** docs/reference/isolation.md says what each kind of principal may. */
final class IsolationDocTest {
    private static final Team TEAM = new Team("team");

    @Test
    void tableOfRightsMirrorsTheKinds() {
        StringJoiner table = new StringJoiner("\n");
        table.add("| kind | for | operation | resource | names |").add("|---|---|---|---|---|");
        for (PrincipalKind kind : PrincipalKind.values()) {
            Map<String, String> names = kind.rightsIn(TEAM).stream()
                    .collect(Collectors.groupingBy(
                            right -> "`" + word(right.operation().name()) + "` | "
                                    + right.resource()
                                            .name()
                                            .toLowerCase(Locale.ROOT)
                                            .replace('_', ' '),
                            LinkedHashMap::new,
                            Collectors.mapping(IsolationDocTest::name, Collectors.joining(", "))));
            names.forEach((right, all) ->
                    table.add("| " + kind.word() + " | " + kind.purpose() + " | " + right + " | " + all + " |"));
        }
        DocBlock.of("docs/reference/isolation.md", "isolation-rights").mustBe(table.toString());
    }

    private static String word(String operation) {
        return operation.charAt(0) + operation.substring(1).toLowerCase(Locale.ROOT);
    }

    private static String name(PrincipalKind.Right right) {
        String name = right.name().replace("tidemark.team.", "");
        return "`" + name + (right.match() == PatternType.PREFIXED ? "*" : "") + "`";
    }
}
