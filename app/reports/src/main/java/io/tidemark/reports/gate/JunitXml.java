package io.tidemark.reports.gate;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.ComparisonText;
import io.tidemark.analysis.gate.GateOutcome;
import io.tidemark.analysis.gate.GatePolicy;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasureFamily;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A gate's result as JUnit's XML, which CI servers show as tests: one test case for each compared figure, one more for each that the
 * candidate lacks and for each run that is INVALID. What the policy leaves undecided is a skipped test.
 */
public final class JunitXml {
    private final GateResult result;
    private final List<Case> cases;

    private JunitXml(GateResult result) {
        this.result = result;
        this.cases = cases(result);
    }

    public static String of(GateResult result) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            new JunitXml(result).write(xml);
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("XML could not be written to memory", e);
        }
        return text.toString();
    }

    private enum Kind {
        PASSED,
        FAILURE,
        ERROR,
        SKIPPED
    }

    private record Case(String group, String name, Kind kind, String type, String description) {}

    private static List<Case> cases(GateResult result) {
        List<Case> cases = new ArrayList<>();
        result.invalid()
                .forEach(run -> cases.add(
                        new Case("validity", "run " + run, Kind.ERROR, "INVALID", "run " + run + " is INVALID")));
        result.comparison().result().compared().forEach(one -> cases.add(of(one, result)));
        result.comparison()
                .result()
                .onlyInBase()
                .forEach(question -> cases.add(new Case(
                        group(question),
                        question.measure().label(),
                        kind(result.policy().onMissing()),
                        "MISSING",
                        ComparisonText.measure(question) + " is answered by the base alone")));
        return cases;
    }

    private static Case of(ComparedMeasure one, GateResult result) {
        GatePolicy policy = result.policy();
        Kind kind = switch (one.verdict()) {
            case REGRESSED -> result.verdict().isTrade() ? kind(policy.onTrade()) : Kind.FAILURE;
            case INCONCLUSIVE -> one.isNotWorse() ? Kind.PASSED : kind(policy.onInconclusive());
            case SCREENING -> kind(policy.onScreening());
            case IMPROVED, EQUIVALENT, UNKNOWN -> Kind.PASSED;
        };
        return new Case(
                group(one.question()),
                one.measure().label(),
                kind,
                ComparisonText.verdict(one),
                ComparisonText.change(one, policy.comparison().confidence()));
    }

    private static Kind kind(GateOutcome outcome) {
        return switch (outcome) {
            case PASS -> Kind.PASSED;
            case FAIL -> Kind.FAILURE;
            case UNDECIDED -> Kind.SKIPPED;
        };
    }

    private static String group(MeasureAtLoad question) {
        if (question.measure().family() == MeasureFamily.CAPACITY) {
            return "tidemark.slo.all";
        }
        String load = switch (question.loadKind()) {
            case RATE -> "rate-" + plain(question.load());
            case CONCURRENCY -> "concurrency-" + plain(question.load());
            case UNKNOWN -> question.measure().family().name().toLowerCase(Locale.ROOT);
        };
        // A dot would make a package of it.
        return "tidemark." + load.replace('.', '_') + "."
                + question.requestClass().replace('.', '_');
    }

    private static String plain(double load) {
        return load == Math.rint(load) ? Long.toString((long) load) : Double.toString(load);
    }

    private void write(XMLStreamWriter xml) throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeCharacters("\n");
        xml.writeStartElement("testsuites");
        counts(xml); // junit-10.xsd has no count of skipped ones here, only in the suite
        xml.writeCharacters("\n");
        xml.writeStartElement("testsuite");
        xml.writeAttribute(
                "name",
                plainText("tidemark gate: " + result.comparison().candidate().name() + " against "
                        + result.comparison().base().name()));
        counts(xml);
        xml.writeAttribute("skipped", count(Kind.SKIPPED));
        xml.writeAttribute(
                "timestamp",
                DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(result.comparison()
                        .madeAt()
                        .truncatedTo(ChronoUnit.SECONDS)
                        .atOffset(ZoneOffset.UTC)));
        xml.writeAttribute("time", "0");
        xml.writeCharacters("\n");
        for (Case one : cases) {
            write(xml, one);
        }
        text(xml, "system-out", result.paragraph());
        xml.writeEndElement();
        xml.writeCharacters("\n");
        xml.writeEndElement();
        xml.writeCharacters("\n");
        xml.writeEndDocument();
    }

    private void counts(XMLStreamWriter xml) throws XMLStreamException {
        xml.writeAttribute("tests", Integer.toString(cases.size()));
        xml.writeAttribute("failures", count(Kind.FAILURE));
        xml.writeAttribute("errors", count(Kind.ERROR));
    }

    private String count(Kind kind) {
        return Long.toString(cases.stream().filter(one -> one.kind() == kind).count());
    }

    private static void write(XMLStreamWriter xml, Case one) throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", plainText(one.group()));
        xml.writeAttribute("name", plainText(one.name()));
        xml.writeAttribute("time", "0");
        if (one.kind() != Kind.PASSED) {
            xml.writeStartElement(one.kind().name().toLowerCase(Locale.ROOT));
            xml.writeAttribute("message", plainText(one.description()));
            if (one.kind() != Kind.SKIPPED) {
                xml.writeAttribute("type", one.type());
            }
            xml.writeEndElement();
        }
        text(xml, "system-out", one.type() + ": " + one.description());
        xml.writeEndElement();
        xml.writeCharacters("\n");
    }

    private static void text(XMLStreamWriter xml, String element, String text) throws XMLStreamException {
        xml.writeStartElement(element);
        xml.writeCharacters(plainText(text));
        xml.writeEndElement();
    }

    /** XML 1.0 has no control characters, and names are written by others. */
    private static String plainText(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> c < ' ' || c == 0xFFFE || c == 0xFFFF || (c >= 0xD800 && c <= 0xDFFF) ? ' ' : c)
                .forEach(out::appendCodePoint);
        return out.toString();
    }
}
