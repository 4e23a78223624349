package io.tidemark.alerts.text;

import com.google.common.io.Resources;
import com.samskivert.mustache.BasicCollector;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.MustacheException;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The title of a message and the body of each of its alerts. Thread-safe. */
public final class MessageTemplate {
    private final TextForm form;
    private final Template title;
    private final Template body;

    private MessageTemplate(TextForm form, Template title, Template body) {
        this.form = form;
        this.title = title;
        this.body = body;
    }

    /**
     * Those of a receiver.
     *
     * @param title in Mustache; empty for the default of the form
     * @param body the same
     * @throws InvalidTemplateException if one is no Mustache, or asks for what there is not
     */
    public static MessageTemplate of(TextForm form, Optional<String> title, Optional<String> body) {
        return new MessageTemplate(
                form,
                compiled(title.orElseGet(() -> resource(form.resource("title")))),
                compiled(body.orElseGet(() -> resource(form.resource("body")))));
    }

    /** @throws InvalidTemplateException if it is no Mustache, or asks for what there is not */
    public static void check(String template) {
        compiled(template);
    }

    /** One line about all alerts of a message, in the markup of its place. */
    public String title(List<AlertText> message, Markup markup) {
        String text = title.execute(new AlertValues(message, message.get(0), markup));
        return SafeText.cut(SafeText.line(text), form.titleLimit());
    }

    /** The text about one alert of a message, in the form's markup. */
    public String body(List<AlertText> message, AlertText alert) {
        String text = body.execute(new AlertValues(message, alert, form.markup()));
        return SafeText.cut(SafeText.lines(text), form.bodyLimit());
    }

    private static Template compiled(String text) {
        Template template;
        try {
            // The values are escaped already, each for its place.
            template = Mustache.compiler()
                    .escapeHTML(false)
                    .withCollector(new PlainCollector())
                    .emptyStringIsFalse(true)
                    .compile(text);
        } catch (MustacheException e) {
            throw new InvalidTemplateException("must be a Mustache template: " + e.getMessage());
        }
        template.visit(new KnownNames());
        return template;
    }

    private static String resource(String name) {
        try {
            return Resources.toString(Resources.getResource(MessageTemplate.class, name), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the default template " + name + " cannot be read", e);
        }
    }

    /** A template that cannot be used; the message begins with "must". */
    public static final class InvalidTemplateException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        InvalidTemplateException(String rule) {
            super(rule);
        }
    }

    /** Looks at what contexts say of themselves, and never by reflection at what they are. */
    private static final class PlainCollector extends BasicCollector {
        @Override
        public <K, V> Map<K, V> createFetcherCache() {
            return new ConcurrentHashMap<>();
        }
    }

    /** Refuses what templates do not have. */
    private static final class KnownNames implements Mustache.Visitor {
        @Override
        public void visitText(String text) {}

        @Override
        public void visitVariable(String name) {
            check(name);
        }

        @Override
        public boolean visitSection(String name) {
            check(name);
            return true;
        }

        @Override
        public boolean visitInvertedSection(String name) {
            check(name);
            return true;
        }

        @Override
        public boolean visitInclude(String name) {
            throw new InvalidTemplateException("must not include the template '" + name + "': there are no others");
        }

        private static void check(String name) {
            if (!AlertValues.isKnown(name)) {
                throw new InvalidTemplateException("must ask for known values, but asks for '" + name + "'; known: "
                        + String.join(", ", AlertValues.NAMES) + ", label_NAME");
            }
        }
    }
}
