package io.tidemark.app.cli.results;

import java.io.StringReader;
import java.nio.file.Path;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;

/**
 * What the xUnit plugin's junit-10.xsd, by which Jenkins reads Surefire's and others' reports, allows of what a gate writes: elements, their
 * attributes and which of these must be there. Its elements for reruns and properties are left out.
 */
final class JunitRules {
    private static final String RULES = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <xs:simpleType name="seconds">
                <xs:restriction base="xs:string"><xs:pattern value="[0-9,]*\\.?[0-9]*"/></xs:restriction>
              </xs:simpleType>
              <xs:complexType name="told" mixed="true">
                <xs:attribute name="type" type="xs:string"/>
                <xs:attribute name="message" type="xs:string"/>
              </xs:complexType>
              <xs:element name="testsuites">
                <xs:complexType>
                  <xs:sequence><xs:element ref="testsuite" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
                  <xs:attribute name="name" type="xs:string"/>
                  <xs:attribute name="time" type="seconds"/>
                  <xs:attribute name="tests" type="xs:string"/>
                  <xs:attribute name="failures" type="xs:string"/>
                  <xs:attribute name="errors" type="xs:string"/>
                </xs:complexType>
              </xs:element>
              <xs:element name="testsuite">
                <xs:complexType>
                  <xs:choice minOccurs="0" maxOccurs="unbounded">
                    <xs:element ref="testcase"/>
                    <xs:element name="system-out" type="xs:string"/>
                    <xs:element name="system-err" type="xs:string"/>
                  </xs:choice>
                  <xs:attribute name="name" type="xs:string" use="required"/>
                  <xs:attribute name="tests" type="xs:string" use="required"/>
                  <xs:attribute name="failures" type="xs:string" use="required"/>
                  <xs:attribute name="errors" type="xs:string" use="required"/>
                  <xs:attribute name="time" type="seconds"/>
                  <xs:attribute name="skipped" type="xs:string"/>
                  <xs:attribute name="timestamp" type="xs:string"/>
                  <xs:attribute name="hostname" type="xs:string"/>
                  <xs:attribute name="id" type="xs:string"/>
                  <xs:attribute name="package" type="xs:string"/>
                </xs:complexType>
              </xs:element>
              <xs:element name="testcase">
                <xs:complexType>
                  <xs:choice minOccurs="0" maxOccurs="unbounded">
                    <xs:element name="skipped" type="told"/>
                    <xs:element name="error" type="told"/>
                    <xs:element name="failure" type="told"/>
                    <xs:element name="system-out" type="xs:string"/>
                    <xs:element name="system-err" type="xs:string"/>
                  </xs:choice>
                  <xs:attribute name="name" type="xs:string" use="required"/>
                  <xs:attribute name="classname" type="xs:string"/>
                  <xs:attribute name="time" type="seconds"/>
                </xs:complexType>
              </xs:element>
            </xs:schema>
            """;

    private JunitRules() {}

    /** @throws org.xml.sax.SAXException with the place and the rule that the file breaks */
    static void check(Path file) throws Exception {
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(new StreamSource(new StringReader(RULES)))
                .newValidator()
                .validate(new StreamSource(file.toFile()));
    }
}
